import { UnstyledButton } from '@mantine/core';
import type { AnalyticsMeasure, AnalyticsReport } from '@parley/contract';
import { IconArrowDownRight, IconArrowUpRight, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Hints } from '../../../components/hints.tsx';
import { formatNumber } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { chatAnalyticsWords } from '../../../locales/chat-analytics.ts';
import { NumberButton } from '../shared/figures/number-button.tsx';
import { countOf, showValue } from '../shared/figures/show-figure.ts';
import classes from './analytics.module.css';
import type { OpenRows } from './analytics.search.ts';
import type { ExplainedFigure } from './explained-figures.ts';
import { changeOf } from './show-change.ts';
import { TargetLine } from './targets/target-line.tsx';

type CardName =
  | 'incoming'
  | 'attended'
  | 'missed'
  | 'transferred'
  | 'closed'
  | 'stillOpen'
  | 'wait'
  | 'firstReply'
  | 'handling'
  | 'rating'
  | 'ratingRate'
  | 'cameBack';

/** Each card with the figures of its small line. */
const cards: readonly (readonly [CardName, readonly AnalyticsMeasure[]])[] = [
  ['incoming', []],
  ['attended', []],
  ['missed', ['chat.missedTimedOut', 'chat.missedOutOfHours', 'chat.missedAfterClosing']],
  ['transferred', []],
  ['closed', ['chat.closedByAgent', 'chat.closedByCustomer', 'chat.closedBySystem', 'chat.closedByBot', 'chat.closedUnknown']],
  ['stillOpen', []],
  ['wait', ['chat.waitMedian', 'chat.waitP90']],
  ['firstReply', ['chat.firstReplyMedian', 'chat.firstReplyP90']],
  ['handling', ['chat.handlingMedian', 'chat.handlingP90']],
  ['rating', []],
  ['ratingRate', ['chat.rated', 'chat.asked']],
  ['cameBack', ['chat.cameBackRate']],
];

type CardsProps = { report: AnalyticsReport; onOpen: OpenRows; onExplain: (name: ExplainedFigure) => void };

/** The figures of the range, each with what it counts, how it has changed, and why. */
export function AnalyticsCards({ report, onOpen, onExplain }: CardsProps) {
  const say = useWords(chatAnalyticsWords.analytics);
  const { figures, measures } = report;
  const shownOf = (measure: AnalyticsMeasure) => showValue(measures[measure]?.unit ?? 'chats', figures[measure]?.value);
  const number = (measure: AnalyticsMeasure, what: string) => (
    <NumberButton count={countOf(figures, measure)} what={what} shown={shownOf(measure)} onOpen={() => onOpen(measure)} />
  );
  const parts = (['attended', 'missedForGood', 'unserved', 'waiting'] as const).map((name) => (
    <span key={name}>
      {number(`chat.${name}`, say(`measure_${name}`))} {say(`part_${name}`)}
    </span>
  ));
  return (
    <Hints>
      <div className={classes.figures}>
        <dl className={classes.cards} aria-label={say('figures')}>
          {cards.map(([name, small]) => (
            <div key={name} className={classes.card}>
              <dt className={classes.cardTitle}>
                {say(`measure_${name}`)}
                <UnstyledButton
                  className={classes.info}
                  aria-label={`${say(`measure_${name}`)}: ${say(`define_${name}`)}`}
                  data-hint={say(`define_${name}`)}
                >
                  <IconInfoCircle size={14} aria-hidden />
                </UnstyledButton>
              </dt>
              <dd className={classes.figure}>{number(`chat.${name}`, say(`measure_${name}`))}</dd>
              <dd className={classes.hint}>
                <Difference report={report} name={name} onExplain={() => onExplain(name)} />
              </dd>
              <TargetLine report={report} name={name} />
              {small.length > 0 ? (
                <dd className={classes.small}>
                  {small
                    .filter((measure) => countOf(figures, measure) > 0 || measures[measure]?.unit !== 'chats')
                    .map((measure) => (
                      <span key={measure}>
                        {say(`small_${measure.slice(5) as SmallName}`)} {number(measure, say(`small_${measure.slice(5) as SmallName}`))}
                      </span>
                    ))}
                </dd>
              ) : null}
            </div>
          ))}
        </dl>
      </div>
      <p className={classes.equation}>
        {say('equation', { count: countOf(figures, 'chat.incoming'), shown: formatNumber(countOf(figures, 'chat.incoming')) })}{' '}
        {joined(parts)}
      </p>
    </Hints>
  );
}

type SmallName =
  | 'missedTimedOut'
  | 'missedOutOfHours'
  | 'missedAfterClosing'
  | 'closedByAgent'
  | 'closedByCustomer'
  | 'closedBySystem'
  | 'closedByBot'
  | 'closedUnknown'
  | 'waitMedian'
  | 'waitP90'
  | 'firstReplyMedian'
  | 'firstReplyP90'
  | 'handlingMedian'
  | 'handlingP90'
  | 'rated'
  | 'asked'
  | 'cameBackRate';

const joined = (parts: readonly ReactNode[]) => parts.flatMap((part, place) => (place === 0 ? [part] : [' + ', part]));

function Difference({ report, name, onExplain }: { report: AnalyticsReport; name: CardName; onExplain: () => void }) {
  const say = useWords(chatAnalyticsWords.analytics);
  const measure = `chat.${name}` as const;
  const change = changeOf(report, measure);
  if (!change) return say('noComparison');
  if (change.direction === 'same') return say('same');
  const Arrow = change.direction === 'up' ? IconArrowUpRight : IconArrowDownRight;
  const isShare = report.measures[measure]?.unit === 'share';
  const words = say(`change_${change.direction}${isShare ? 'Points' : ''}`, { by: change.by });
  return (
    <UnstyledButton
      className={classes.change}
      data-tone={change.tone}
      aria-label={say('explain', { what: say(`measure_${name}`), change: words })}
      onClick={onExplain}
    >
      <Arrow size={14} aria-hidden />
      {words}
    </UnstyledButton>
  );
}
