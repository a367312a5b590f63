import type { AssistCount, AssistOutcome } from '@parley/contract';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '../../../../lib/api.ts';
import { addDays, dayOf, startOfDay } from '../../../../lib/days.ts';
import { getEnterpriseZone } from '../../../../lib/format.ts';

/** The last days of the enterprise's clock, today among them whole; both ends stay the same for a day, so that a drawing asks nothing anew. */
export function periodOf(days: number, now = new Date(), zone = getEnterpriseZone()): { from: string; to: string } {
  const day = dayOf(now, zone);
  return { from: startOfDay(addDays(day, 1 - days), zone).toISOString(), to: startOfDay(addDays(day, 1), zone).toISOString() };
}

/** @param deptId '': all departments that the user reaches */
export const assistCountsQuery = (deptId: string, days: number) =>
  queryOptions({
    queryKey: ['chat-settings', 'assist', deptId, days],
    queryFn: ({ signal }) => api.assist.counts({ query: { deptId: deptId as '', ...periodOf(days) } }, { signal }),
  });

/** A count that is open. */
export type OpenUse = Pick<AssistCount, 'kind' | 'sourceId' | 'deptId'> & { outcome: AssistOutcome };

export const assistRepliesQuery = ({ kind, sourceId, deptId, outcome }: OpenUse, days: number) =>
  infiniteQueryOptions({
    queryKey: ['chat-settings', 'assist', 'replies', kind, sourceId, deptId, outcome, days],
    queryFn: ({ pageParam, signal }) =>
      api.assist.replies({ query: { kind, sourceId, deptId: deptId as '', outcome, ...periodOf(days), before: pageParam } }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ replies, more }) => (more ? replies.at(-1)?.id : undefined),
  });
