import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import type { AnalyticsReport } from '@parley/contract';
import { Panel } from '../../../components/panel.tsx';
import { formatNumber } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { chatAnalyticsWords } from '../../../locales/chat-analytics.ts';
import classes from './analytics.module.css';
import type { OpenRows } from './analytics.search.ts';

const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;
const hours = Array.from({ length: 24 }, (_, hour) => hour);
const two = (hour: number) => String(hour).padStart(2, '0');

/** The hours at which chats begin: a table whose darker cells have more of them, each of which opens its chats. */
export function HeatMap({ report, onOpen }: { report: AnalyticsReport; onOpen: OpenRows }) {
  const say = useWords(chatAnalyticsWords.analytics);
  const counts = new Map(report.hours.map(({ weekday, hour, count }) => [weekday * 24 + hour, count]));
  const most = Math.max(1, ...counts.values());
  return (
    <Panel title={say('hours')} text={say('hoursText', { zone: report.zone, interpolation: { escapeValue: false } })}>
      <section className={classes.scroll} aria-label={say('hours')}>
        <table className={classes.heat}>
          <thead>
            <tr>
              <td />
              {hours.map((hour) => (
                <th key={hour} scope="col">
                  {two(hour)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weekdays.map((weekday) => (
              <tr key={weekday}>
                <th scope="row">{say(`weekday_${weekday}`)}</th>
                {hours.map((hour) => {
                  const count = counts.get(weekday * 24 + hour) ?? 0;
                  return (
                    <td key={hour}>
                      {count === 0 ? (
                        <span className={classes.cell}>
                          <VisuallyHidden>0</VisuallyHidden>
                        </span>
                      ) : (
                        <UnstyledButton
                          className={classes.cell}
                          style={{ '--heat': `${Math.round((count / most) * 60) + 22}%` }}
                          aria-label={say('openHour', { day: say(`weekday_${weekday}`), hour: two(hour), count })}
                          onClick={() => onOpen('chat.incoming', { ofHour: (weekday - 1) * 24 + hour })}
                        >
                          {formatNumber(count)}
                        </UnstyledButton>
                      )}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Panel>
  );
}
