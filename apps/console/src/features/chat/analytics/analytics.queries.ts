import { type AnalyticsMeasure, type ChatFigure, endpoints } from '@parley/contract';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { chatKeys } from '../shared/chat.queries.ts';
import type { AnalyticsSearch } from './analytics.search.ts';

export const analyticsKey = [...chatKeys.all, 'analytics'] as const;
const key = analyticsKey;
/** Figures that somebody looks at are read again after it; those of a hidden tab are not. */
const refreshMs = 60_000;
const chosen = (value: string): string | undefined => (value === '' ? undefined : value);

/** The part of the address that narrows the chats. */
export const filterOf = ({ fromDate, toDate, departmentId, agentId, channelId, labelId, hours, sandbox, compare }: AnalyticsSearch) => ({
  fromDate: fromDate as '',
  toDate: toDate as '',
  departmentId: chosen(departmentId),
  agentId: chosen(agentId),
  channelId: chosen(channelId),
  labelId: chosen(labelId),
  hours: hours === '' ? undefined : hours,
  sandbox,
  compare,
});
type Filter = ReturnType<typeof filterOf>;

export const reportQuery = (filter: Filter) =>
  queryOptions({
    queryKey: [...key, 'report', filter],
    queryFn: ({ signal }) => api.chatAnalytics.report({ query: filter }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
  });

export const tablesQuery = (filter: Filter) =>
  queryOptions({
    queryKey: [...key, 'tables', filter],
    queryFn: ({ signal }) => api.chatAnalytics.tables({ query: filter }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
  });

/** Targets of a department, or of the enterprise, as they hold today. */
export const targetsQuery = (departmentId: string) =>
  queryOptions({
    queryKey: [...key, 'targets', departmentId],
    queryFn: ({ signal }) => api.chatTargets.get({ query: { departmentId: departmentId as '' } }, { signal }),
  });

/** Parts that made a figure another than on the days before. */
export const explanationQuery = (filter: Filter, measure: `chat.${ChatFigure}`) =>
  queryOptions({
    queryKey: [...key, 'explain', filter, measure],
    queryFn: ({ signal }) => api.chatAnalytics.explain({ query: { ...filter, measure } }, { signal }),
  });

/** The cell of a figure: its filters stand above those of the page. */
function cellOf(search: AnalyticsSearch) {
  const { rows, ofDay, ofUntil, ofHour, ofDepartment, ofAgent, ofLast, ofChannel, ofLabel, ofFormer, ofBy, ofPart, ofAbove } = search;
  const page = filterOf(search);
  return {
    ...page,
    ...(ofDay === '' ? {} : ofFormer ? { day: ofDay as '' } : { fromDate: ofDay as '', toDate: (ofUntil || ofDay) as '' }),
    measure: rows as AnalyticsMeasure,
    hour: ofHour === -1 ? undefined : ofHour,
    departmentId: chosen(ofDepartment) ?? page.departmentId,
    agentId: chosen(ofAgent) ?? page.agentId,
    lastAgentId: chosen(ofLast),
    channelId: chosen(ofChannel) ?? page.channelId,
    labelId: chosen(ofLabel) ?? page.labelId,
    former: ofFormer,
    by: ofBy === '' ? undefined : ofBy,
    part: ofPart,
    above: ofAbove === -1 ? undefined : ofAbove,
  };
}

/** The chats that a figure counts. */
export const rowsQuery = (search: AnalyticsSearch) => {
  const query = cellOf(search);
  return infiniteQueryOptions({
    queryKey: [...key, 'rows', query],
    queryFn: ({ pageParam: after, signal }) => api.chatAnalytics.rows({ query: { ...query, after } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    enabled: search.rows !== '',
  });
};

const usualComparison = 'before';
const textOf = (given: object): string =>
  String(
    new URLSearchParams(
      Object.entries(given)
        .filter(([, value]) => value !== undefined && value !== '' && value !== false)
        .map(([name, value]) => [name, String(value)]),
    ),
  );

/** Address of the chats that a figure counts, as a file. */
export const rowsCsvPath = (search: AnalyticsSearch): string => `${endpoints.chatAnalytics.rowsDownload.path}?${textOf(cellOf(search))}`;

/** Address of the figures, or of one row a chat, as a file. */
export function csvPath(search: AnalyticsSearch, kind: 'summary' | 'chats'): string {
  const { compare, ...filter } = filterOf(search);
  return `${endpoints.chatAnalytics.download.path}?${textOf({ ...filter, compare: compare === usualComparison ? '' : compare, kind })}`;
}
