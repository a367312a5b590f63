import { Badge, Text } from '@mantine/core';
import type { TrainingIssue } from '@parley/contract';
import { IconAlertTriangle, IconCircleX } from '@tabler/icons-react';
import { FoldedList } from '../../../components/folded-list.tsx';
import { formatNumber } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import { IntentLink } from '../shared/intent-link.tsx';
import classes from './training.module.css';

const kinds = [
  'mark_misplaced',
  'few_phrases',
  'conflict',
  'near_duplicate',
  'intents_alike',
  'imbalance',
  'empty_synonyms',
  'empty_bot',
  'no_answer',
  'empty_story',
  'unreachable_story',
  'source_unreadable',
] as const;
const toKind = (kind: string) => kinds.find((known) => known === kind) ?? 'other';

/** Issues of the training data, grouped by kind, each leading to the intents concerned. */
export function IssueList({ botId, issues }: { botId: string; issues: readonly TrainingIssue[] }) {
  const say = useWords(botWords.training);
  if (issues.length === 0) return <Text size="sm">{say('noIssues')}</Text>;
  const groups = Map.groupBy(issues, ({ kind }) => toKind(kind));
  return [...groups].map(([kind, members]) => (
    <div key={kind} className={classes.group}>
      <h3 className={classes.groupTitle}>
        {say(`issue_${kind}`)}
        <Badge size="sm" color="gray">
          {formatNumber(members.length)}
        </Badge>
      </h3>
      <FoldedList
        label={say(`issue_${kind}`)}
        items={members}
        first={5}
        getKey={(issue) => `${issue.message} ${issue.texts.join('|')}`}
        render={(issue) => <Issue botId={botId} issue={issue} />}
        showAll={say('showAll', { count: members.length })}
        showLess={say('showLess')}
      />
    </div>
  ));
}

function Issue({ botId, issue: { severity, message, intents, texts } }: { botId: string; issue: TrainingIssue }) {
  const say = useWords(botWords.training);
  const Icon = severity === 'error' ? IconCircleX : IconAlertTriangle;
  const quoted = texts.filter((text) => !message.includes(text));
  return (
    <div className={classes.row}>
      <Badge size="sm" color={severity === 'error' ? 'red' : 'yellow'} leftSection={<Icon size={12} aria-hidden />}>
        {say(severity)}
      </Badge>
      <span>{message}</span>
      {quoted.length > 0 ? <span className={classes.quiet}>{quoted.map((text) => `“${text}”`).join(', ')}</span> : null}
      {intents.length > 0 ? (
        <span>
          {intents.map((name, index) => (
            <span key={name}>
              {index > 0 ? ' · ' : null}
              <IntentLink botId={botId} name={name} />
            </span>
          ))}
        </span>
      ) : null}
    </div>
  );
}
