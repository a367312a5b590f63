import { Loader } from '@mantine/core';
import { type ConversationSummary, reportScopes } from '@parley/contract';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { DonutChart, LineChart, MultiBarChart } from '../../../components/chart.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Panel } from '../../../components/panel.tsx';
import { formatDay, formatNumber } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import { ChartNumbers } from './chart-numbers.tsx';
import classes from './report.module.css';
import { graphQuery, type ReportRange, topIntentQuery } from './report.queries.ts';
import { type ConversationReportSearch, noNarrowing } from './report.search.ts';
import { useKept } from './use-kept.ts';

/** Greens of the scope: the dark one counts scoped messages, the light one the others (REPORT-012). */
export const scopeColors = { scoped: 'green.7', nonScoped: 'green.3' } as const;

export type OverviewTabProps = {
  range: ReportRange;
  summary: Pick<UseQueryResult<ConversationSummary>, 'data' | 'isFetching'>;
  onOpen: (part: Partial<ConversationReportSearch>) => void;
};

/** `2.50` of what has a fraction, `2` of what has none (REPORT-032). */
const writeAverage = (value: number): string => (Number.isInteger(value) ? formatNumber(value) : formatNumber(value, [2, 2]));
/** `0.00` without messages (REPORT-017). */
const writePercent = (part: number, whole: number): string => formatNumber(whole === 0 ? 0 : (part / whole) * 100, [2, 2]);

/** Figures of the range, each of which opens its rows. */
export function OverviewTab({ range, summary, onOpen }: OverviewTabProps) {
  const say = useWords(botWords.report);
  const graph = useQuery(graphQuery(range));
  const points = useKept(graph.data);
  const intents = useQuery(topIntentQuery(range));
  const data = useKept(summary.data);
  const isLoading = summary.isFetching || graph.isFetching || intents.isFetching;
  const openMessages = (part: Partial<ConversationReportSearch>) =>
    onOpen({ view: 'conversations', from: 0, ...noNarrowing, scope: 0, ...part });
  const openGroups = (rows: 'conversation' | 'person', day = '') => onOpen({ rows, day });
  /** A figure that is not known yet is none. */
  const write = (value: number | undefined, as: (value: number) => string = formatNumber) => (value === undefined ? '–' : as(value));
  const total = data?.totalMessages ?? 0;
  const nonScoped = data?.weakUnderstanding ?? 0;
  const scoped = total - nonScoped;
  const { maximumConversationsValue: most, maximumConversationsDate: mostOn } = data?.maximumConversations ?? {
    maximumConversationsValue: 0,
    maximumConversationsDate: '',
  };
  const cards = [
    { name: say('totalConversation'), value: write(data?.totalConversations), open: () => openGroups('conversation') },
    { name: say('averageMessages'), value: write(data?.averageMessages, writeAverage), open: () => openGroups('conversation') },
    {
      name: say('maximumConversations'),
      value: write(data && most),
      note: mostOn === '' ? '' : say('mostOn', { day: formatDay(mostOn) }),
      open: () => openGroups('conversation', mostOn),
    },
    { name: say('weakUnderstanding'), value: write(data?.weakUnderstanding), open: () => openMessages({ scope: reportScopes.nonScoped }) },
  ];
  const slices = [
    { label: say('totalScoped'), short: say('scoped'), value: scoped, color: scopeColors.scoped, scope: reportScopes.scoped },
    {
      label: say('totalNonScoped'),
      short: say('nonScoped'),
      value: nonScoped,
      color: scopeColors.nonScoped,
      scope: reportScopes.nonScoped,
    },
  ];
  const trend = (points?.scopeTrend ?? []).map(({ date, ...counts }) => ({ label: formatDay(date), date, ...counts }));
  const people = (points?.activeUsers ?? []).map(({ date, value }) => ({ label: formatDay(date), date, value }));
  const openDay = (points: readonly { label: string; date: string }[], label: string, open: (day: string) => void) => {
    const point = points.find((one) => one.label === label);
    if (point) open(point.date);
  };
  const openTrend = (date: string, key: string) =>
    openMessages({ day: date, scope: key === 'scoped' ? reportScopes.scoped : reportScopes.nonScoped });
  const trendSeries = [
    { key: 'scoped', label: say('scoped'), color: scopeColors.scoped },
    { key: 'nonScoped', label: say('nonScoped'), color: scopeColors.nonScoped },
  ];
  const peopleSeries = [{ key: 'value', label: say('people'), color: 'green.7' }];

  return (
    <div className={classes.overview} aria-busy={isLoading}>
      <div className={classes.loader} role="status">
        {isLoading ? <Loader size="xs" aria-label={say('loading')} /> : null}
      </div>
      <ul className={classes.cards} aria-label={say('figures')}>
        {cards.map(({ name, value, note, open }) => (
          <li key={name}>
            <button type="button" className={classes.card} onClick={open}>
              <span className={classes.cardTitle}>{name}</span>
              <span className={classes.figure}>{value}</span>
              <span className={classes.hint}>{note ?? ''}</span>
            </button>
          </li>
        ))}
      </ul>
      <div className={classes.charts}>
        <div className={classes.box}>
          <MultiBarChart
            title={say('scopeTrend')}
            note={say('messagesADay')}
            labelHeader={say('day')}
            points={trend}
            series={trendSeries}
            onOpen={(label, key) => openDay(trend, label, (date) => openTrend(date, key))}
          />
          <ChartNumbers title={say('scopeTrend')} points={trend} series={trendSeries} onOpen={openTrend} />
        </div>
        <div className={classes.box}>
          <DonutChart
            title={say('scope')}
            note={data ? say('scopedShare', { percent: writePercent(scoped, total) }) : say('messages')}
            labelHeader={say('scope')}
            valueHeader={say('messages')}
            slices={slices}
            centre={data ? writePercent(scoped, total) : ''}
            onOpen={(label) => {
              const slice = slices.find((one) => one.label === label);
              if (slice) openMessages({ scope: slice.scope });
            }}
          />
          <ul className={classes.legend}>
            <li>
              <button type="button" className={classes.row} onClick={() => openMessages({ scope: reportScopes.all })}>
                <span>{say('totalMessages')}</span>
                <span className="tabular">{write(data?.totalMessages)}</span>
              </button>
            </li>
            {slices.map(({ label, value, color, scope }) => (
              <li key={label}>
                <button type="button" className={classes.row} onClick={() => openMessages({ scope })}>
                  <span>
                    <svg width="10" height="10" aria-hidden="true">
                      <rect width="10" height="10" rx="3" fill={`var(--mantine-color-${color.replace('.', '-')})`} />
                    </svg>{' '}
                    {label}
                  </span>
                  <span className="tabular">{write(data && value)}</span>
                </button>
              </li>
            ))}
          </ul>
        </div>
        <div className={classes.box}>
          <LineChart
            title={say('activeUsers')}
            note={say('peopleADay')}
            labelHeader={say('day')}
            points={people}
            series={peopleSeries}
            onOpen={(label) => openDay(people, label, (date) => openGroups('person', date))}
          />
          <ChartNumbers title={say('activeUsers')} points={people} series={peopleSeries} onOpen={(date) => openGroups('person', date)} />
        </div>
        <Panel title={say('topIntents')}>
          {intents.isError || intents.data?.length === 0 ? <EmptyState title={say('noRecord')} /> : null}
          <ol className={classes.intents}>
            {(intents.isError ? [] : (intents.data ?? [])).map(({ intentId, intentName, count }) => (
              <li key={intentId}>
                <button type="button" className={classes.row} onClick={() => openMessages({ intent: intentId })}>
                  <span className={classes.intentName}>{intentName || say('unnamedIntent')}</span>
                  <span className="tabular">{formatNumber(count)}</span>
                </button>
              </li>
            ))}
          </ol>
        </Panel>
      </div>
    </div>
  );
}
