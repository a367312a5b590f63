import { Text, Timeline } from '@mantine/core';
import type { ActivityEntry } from '@parley/contract';
import { formatNumber, formatTimestamp } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { campaignWords } from '../../../locales/campaign.ts';

/** The log of an iteration with its comments, the newest first. */
export function LogTimeline({ entries }: { entries: readonly ActivityEntry[] }) {
  const say = useWords(campaignWords.activity);
  const newest = [...entries].sort((one, other) => other.at.localeCompare(one.at));
  return (
    <Timeline bulletSize={14} lineWidth={2} active={-1} aria-label={say('log')}>
      {newest.map((entry) => (
        <Timeline.Item key={entry.id} title={say(`entry_${entry.kind}`)}>
          <Text size="xs" c="dimmed">
            {formatTimestamp(entry.at)} · {entry.by.name || say('program')}
          </Text>
          {entry.text === '' ? null : (
            <Text size="sm" mt={2} style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
              {entry.text}
            </Text>
          )}
          <EntryFacts entry={entry} />
        </Timeline.Item>
      ))}
    </Timeline>
  );
}

const told = [
  'count',
  'audience',
  'skipped',
  'failed',
  'fallback',
  'unsent',
  'left',
  'perMinute',
  'before',
  'firstWave',
  'failedPercent',
  'optedOutPercent',
  'blockedPercent',
  'content',
  'rule',
  'measure',
  'A',
  'B',
  'C',
  'D',
  'until',
  'startsAt',
] as const;

function EntryFacts({ entry: { parts, values } }: { entry: ActivityEntry }) {
  const say = useWords(campaignWords.activity);
  const sayContent = useWords(campaignWords.content);
  const sayCommon = useWords(campaignWords.common);
  const facts = told.flatMap((name) => {
    const value = values[name];
    if (value === undefined || value === '') return [];
    return [factOf(name, value)];
  });
  function factOf(name: (typeof told)[number], value: string | number): string {
    if (name === 'rule' || name === 'measure') return `${sayContent(name)}: ${sayContent(`${name}_${value}` as 'rule_hand')}`;
    if (name === 'content') return sayContent('ofContent', { letter: value });
    if (name === 'A' || name === 'B' || name === 'C' || name === 'D')
      return `${name} ${typeof value === 'number' ? formatNumber(value) : value} %`;
    const shown =
      name === 'until' || name === 'startsAt'
        ? formatTimestamp(value) || String(value)
        : typeof value === 'number'
          ? formatNumber(value)
          : value;
    return `${say(`value_${name}`)} ${shown}`;
  }
  if (parts.length > 0) facts.push(`${say('changedParts')} ${parts.map((part) => sayCommon(`part_${part}`)).join(', ')}`);
  return facts.length === 0 ? null : (
    <Text size="xs" c="dimmed" mt={2}>
      {facts.join(' · ')}
    </Text>
  );
}
