import type { AnalyticsGroup, AnalyticsMeasure, AnalyticsReport } from '@parley/contract';
import { DonutChart, LineChart, MultiBarChart } from '../../../components/chart.tsx';
import { Panel } from '../../../components/panel.tsx';
import { formatDay, formatNumber } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { chatAnalyticsWords } from '../../../locales/chat-analytics.ts';
import { NumberButton } from '../shared/figures/number-button.tsx';
import { countOf } from '../shared/figures/show-figure.ts';
import classes from './analytics.module.css';
import type { OpenRows } from './analytics.search.ts';
import { NumbersTable } from './numbers-table.tsx';

const colors = ['brand.6', 'orange.6', 'grape.6', 'lime.7', 'red.6', 'cyan.7', 'gray.6', 'teal.6'];
const formerMeasures: Readonly<Record<string, AnalyticsMeasure>> = {
  formerWait: 'chat.waitMedian',
  formerFirstReply: 'chat.firstReplyMedian',
};
const secondsOf = (ms: number | null | undefined) => (ms === null || ms === undefined ? null : Math.round(ms / 1000));

type Props = { report: AnalyticsReport; onOpen: OpenRows };

/** Chats a day, how long they waited, and by what they came. Each bar, point, slice and number opens its chats. */
export function AnalyticsCharts({ report, onOpen }: Props) {
  const say = useWords(chatAnalyticsWords.analytics);
  const counts = [
    { key: 'chat.attended', label: say('measure_attended'), color: 'teal.6' },
    { key: 'chat.missed', label: say('measure_missed'), color: 'orange.6' },
  ] as const;
  const times = [
    { key: 'chat.waitMedian', label: say('waitMedian'), color: 'brand.6', dash: '' },
    { key: 'chat.firstReplyMedian', label: say('firstReplyMedian'), color: 'orange.6', dash: '6 4' },
  ] as const;
  const former = [
    { key: 'formerWait', label: say('waitBefore'), color: 'brand.3', dash: '1 4' },
    { key: 'formerFirstReply', label: say('firstReplyBefore'), color: 'orange.3', dash: '1 4' },
  ] as const;
  const targets = (
    [
      { key: 'targetWait', of: 'chat.waitMedian', label: say('targetWait'), color: 'brand.8', dash: '10 3' },
      { key: 'targetFirstReply', of: 'chat.firstReplyMedian', label: say('targetFirstReply'), color: 'orange.8', dash: '10 3' },
    ] as const
  ).filter(({ of }) => report.targets[of] !== undefined);
  const openDay = (label: string, key: string) => {
    if (targets.some((target) => target.key === key)) return;
    const place = report.days.findIndex(({ day }) => formatDay(day) === label);
    const measure = formerMeasures[key];
    const found = (measure ? report.before.days : report.days)[place];
    if (found) onOpen(measure ?? (key as AnalyticsMeasure), measure ? { ofFormer: true, ofDay: found.day } : { ofDay: found.day });
  };
  return (
    <div className={classes.charts}>
      <div className={classes.box}>
        <MultiBarChart
          title={say('perDay')}
          note={say('perDayText', { zone: report.zone, interpolation: { escapeValue: false } })}
          labelHeader={say('day')}
          points={report.days.map(({ day, figures }) => ({
            label: formatDay(day),
            ...Object.fromEntries(counts.map(({ key }) => [key, countOf(figures, key)])),
          }))}
          series={[...counts]}
          onOpen={openDay}
        />
        <NumbersTable title={say('perDay')} days={report.days} series={counts} unit="chats" onOpen={onOpen} />
      </div>
      <div className={classes.box}>
        <LineChart
          title={say('times')}
          note={say('timesText')}
          labelHeader={say('day')}
          points={report.days.map(({ day, figures }, place) => ({
            label: formatDay(day),
            ...Object.fromEntries(times.map(({ key }) => [key, secondsOf(figures[key]?.value)])),
            ...Object.fromEntries(
              former.map(({ key }) => [key, secondsOf(report.before.days[place]?.figures[formerMeasures[key] ?? 'chat.wait']?.value)]),
            ),
            ...Object.fromEntries(targets.map(({ key, of }) => [key, secondsOf(report.targets[of])])),
          }))}
          series={[...times, ...former, ...targets]}
          onOpen={openDay}
        />
        <NumbersTable title={say('times')} days={report.days} series={times} unit="ms" onOpen={onOpen} />
      </div>
      <div className={classes.box}>
        <DonutChart
          title={say('channels')}
          note={say('channelsText')}
          labelHeader={say('channel')}
          valueHeader={say('chats')}
          slices={report.channels.map((group, place) => ({
            label: group.name || say('removed'),
            value: countOf(group.figures, 'chat.incoming'),
            color: colors[place % colors.length] ?? 'gray.6',
          }))}
          centre={formatNumber(countOf(report.figures, 'chat.incoming'))}
          onOpen={(label) => {
            const group = report.channels.find(({ name }) => (name || say('removed')) === label);
            if (group) onOpen('chat.incoming', { ofChannel: group.key });
          }}
        />
        <Parts groups={report.channels} onOpen={(key) => onOpen('chat.incoming', { ofChannel: key })} />
      </div>
      <Panel title={say('labels')} text={say('labelsText')}>
        <Parts groups={report.labels} isBar onOpen={(key) => onOpen('chat.incoming', { ofLabel: key })} />
        {report.labels.length === 0 ? <p className={classes.equation}>{say('noLabels')}</p> : null}
      </Panel>
    </div>
  );
}

/** Parts of the chats with their counts, as a list. @param isBar a bar stands for each count */
function Parts({ groups, isBar = false, onOpen }: { groups: readonly AnalyticsGroup[]; isBar?: boolean; onOpen: (key: string) => void }) {
  const say = useWords(chatAnalyticsWords.analytics);
  const most = Math.max(1, ...groups.map(({ figures }) => countOf(figures, 'chat.incoming')));
  return (
    <ul className={classes.parts}>
      {groups.map(({ key, name, figures }, place) => {
        const count = countOf(figures, 'chat.incoming');
        return (
          <li key={key}>
            <span className={classes.part}>
              <span className={classes.partName}>
                {isBar ? null : (
                  <svg width="10" height="10" aria-hidden="true">
                    <rect
                      width="10"
                      height="10"
                      rx="3"
                      fill={`var(--mantine-color-${(colors[place % colors.length] ?? '').replace('.', '-')})`}
                    />
                  </svg>
                )}
                {name || say('removed')}
              </span>
              <NumberButton count={count} what={name || say('removed')} shown={formatNumber(count)} onOpen={() => onOpen(key)} />
            </span>
            {isBar ? (
              <span className={classes.bar} aria-hidden>
                <span style={{ inlineSize: `${(count / most) * 100}%` }} />
              </span>
            ) : null}
          </li>
        );
      })}
    </ul>
  );
}
