import { Text } from '@mantine/core';
import type { TrainingReport } from '@parley/contract';
import { FoldedList } from '../../../components/folded-list.tsx';
import { formatNumber } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import { IntentLink } from '../shared/intent-link.tsx';
import classes from './training.module.css';

/** Phrases that the others of their intent do not support, the worst first. */
export function SuspectList({ botId, suspects }: { botId: string; suspects: TrainingReport['suspects'] }) {
  const say = useWords(botWords.training);
  if (suspects.length === 0) return <Text size="sm">{say('noSuspects')}</Text>;
  return (
    <FoldedList
      label={say('suspects')}
      items={suspects}
      getKey={({ text, intent }) => `${intent} | ${text}`}
      render={({ text, intent, predicted, confidence }) => (
        <div className={classes.row}>
          <span>“{text}”</span>
          <span className={classes.quiet}>
            {say('suspectOf')} <IntentLink botId={botId} name={intent} />, {say('suspectGot')}{' '}
            {predicted === '' ? say('outOfScope') : <IntentLink botId={botId} name={predicted} />}
          </span>
          <span className={classes.count}>{formatNumber(confidence, 2)}</span>
        </div>
      )}
      showAll={say('showAll', { count: suspects.length })}
      showLess={say('showLess')}
    />
  );
}
