import type { ChatFigure, LateCause, LateSince } from '@parley/contract';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '../../../../lib/api.ts';
import { chatKeys } from '../../shared/chat.queries.ts';
import { filterOf } from '../analytics.queries.ts';
import type { AnalyticsSearch } from '../analytics.search.ts';

const key = [...chatKeys.all, 'analytics', 'changes'] as const;

function lateFilterOf(search: AnalyticsSearch, since: LateSince) {
  const { compare: _, ...filter } = filterOf(search);
  return { ...filter, since };
}

/** Figures of days that were over, as they stood and as they are. */
export const lateChangesQuery = (search: AnalyticsSearch, since: LateSince) => {
  const query = lateFilterOf(search, since);
  return queryOptions({ queryKey: [...key, query], queryFn: ({ signal }) => api.lateChanges.summary({ query }, { signal }) });
};

export type LateOf = { cause?: LateCause | undefined; measure?: `chat.${ChatFigure}` | undefined };

/** The chats that have changed: of one reason, or those that changed one figure. */
export const lateRowsQuery = (search: AnalyticsSearch, since: LateSince, of: LateOf) => {
  const query = { ...lateFilterOf(search, since), ...of };
  return infiniteQueryOptions({
    queryKey: [...key, 'rows', query],
    queryFn: ({ pageParam: after, signal }) => api.lateChanges.rows({ query: { ...query, after } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });
};
