import { UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatNumber } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { insightWords } from '../../../locales/insight.ts';
import classes from './dashboard.module.css';
import { figuresQuery, type TimingCell } from './dashboard.queries.ts';
import type { DashboardPeriod } from './dashboard-periods.ts';

type TimingFiguresProps = {
  period: DashboardPeriod;
  isOpenHours: boolean;
  /** Undefined: the reader may not see the chats */
  onOpen: ((cell: TimingCell) => void) | undefined;
};

/** The whole of the charts beside as many days right before; each number opens its chats. */
export function TimingFigures({ period, isOpenHours, onOpen }: TimingFiguresProps) {
  const say = useWords(insightWords.dashboard);
  const { data } = useQuery(figuresQuery(period));
  if (!data) return null;
  const shown = [
    { measure: 'chat.incoming', name: say('chatCount') },
    { measure: 'chat.attended', name: say('attendedChats') },
    { measure: 'chat.missed', name: say('missedChats') },
    { measure: isOpenHours ? 'chat.openWait' : 'chat.wait', name: say('pickupShort') },
  ] as const;
  const write = (measure: (typeof shown)[number]['measure'], { value, count }: { value: number | null; count: number }) =>
    measure === 'chat.wait' || measure === 'chat.openWait'
      ? value === null
        ? '–'
        : formatNumber(value / 1000, [0, 1])
      : formatNumber(count);
  return (
    <dl className={classes.timingFigures}>
      {shown.map(({ measure, name }) => {
        const [now, former] = [data.figures[measure], data.before[measure]];
        const number = (figure: typeof now, label: string, isFormer: boolean) => {
          const text = write(measure, figure);
          if (!onOpen || figure.count === 0) return <span>{text}</span>;
          return (
            <UnstyledButton
              fz="inherit"
              className={classes.openNumber}
              aria-label={say('openChats', { name: label, value: text, interpolation: { escapeValue: false } })}
              onClick={() => onOpen({ measure, slot: '', former: isFormer })}
            >
              {text}
            </UnstyledButton>
          );
        };
        return (
          <div key={measure}>
            <dt>{name}</dt>
            <dd className={`${classes.timingFigure} tabular`}>{number(now, name, false)}</dd>
            <dd className={`${classes.hint} tabular`}>
              {say('before')} {number(former, say('beforeOf', { name, interpolation: { escapeValue: false } }), true)}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
