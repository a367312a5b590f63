import { Badge, SegmentedControl, Text, TextInput } from '@mantine/core';
import { type ImportEntry, type ImportOutcome, importKinds, importParts } from '@parley/contract';
import { useState } from 'react';
import { FoldedList } from '../../../components/folded-list.tsx';
import { formatNumber } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import classes from './training.module.css';

type Shown = ImportEntry['kind'] | 'all';

/** Outcome of each part of an imported file, by kind and part; filtered by either, and by words. */
export function ImportReport({ report, counts }: { report: readonly ImportEntry[]; counts: ImportOutcome['reportCounts'] }) {
  const say = useWords(botWords.training);
  const [kind, setKind] = useState<Shown>('all');
  const [words, setWords] = useState('');
  if (report.length === 0) return null;
  const wanted = words.trim().toLowerCase();
  const found = report.filter(
    (entry) =>
      (kind === 'all' || entry.kind === kind) &&
      [entry.name, entry.place, entry.message].some((text) => text.toLowerCase().includes(wanted)),
  );
  const total = counts.left + counts.changed + counts.taken;
  const groups = importKinds.flatMap((each) =>
    importParts.flatMap((part) => {
      const members = found.filter((entry) => entry.kind === each && entry.part === part);
      return members.length > 0 ? [{ kind: each, part, members }] : [];
    }),
  );
  return (
    <section className={classes.group} aria-label={say('importReport')}>
      <h3 className={classes.groupTitle}>{say('importReport')}</h3>
      <div className={classes.reportBar}>
        <SegmentedControl
          aria-label={say('reportKinds')}
          value={kind}
          onChange={(value) => setKind(value)}
          data={[
            { value: 'all', label: say('reportAll', { count: total }) },
            ...importKinds.map((each) => ({ value: each, label: `${say(`report_${each}`)} (${counts[each]})` })),
          ]}
        />
        <TextInput
          aria-label={say('reportFilter')}
          placeholder={say('reportFilter')}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
      </div>
      {total > report.length ? (
        <Text size="sm" c="dimmed">
          {say('reportShown', { shown: report.length, total })}
        </Text>
      ) : null}
      {groups.length === 0 ? (
        <Text size="sm" role="status">
          {say('reportNone')}
        </Text>
      ) : null}
      {groups.map((group) => (
        <ReportGroup
          key={`${group.kind} ${group.part}`}
          title={`${say(`report_${group.kind}`)}: ${say(`part_${group.part}`)}`}
          members={group.members}
        />
      ))}
    </section>
  );
}

function ReportGroup({ title, members }: { title: string; members: readonly ImportEntry[] }) {
  const say = useWords(botWords.training);
  return (
    <div className={classes.group}>
      <h4 className={classes.groupTitle}>
        {title}
        <Badge size="sm" color="gray">
          {formatNumber(members.length)}
        </Badge>
      </h4>
      <FoldedList
        label={title}
        items={members.map((entry, at) => ({ ...entry, at }))}
        first={5}
        getKey={({ at }) => String(at)}
        render={({ name, place, message }) => (
          <div className={classes.row}>
            {name === '' ? null : <strong>{name}</strong>}
            <span>{message}</span>
            {place === '' ? null : <code className={classes.place}>{place}</code>}
          </div>
        )}
        showAll={say('showAll', { count: members.length })}
        showLess={say('showLess')}
      />
    </div>
  );
}
