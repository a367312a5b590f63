import type { ActJob, ActOutcome, CallAnswer, endpoints, MonitorAct } from '@parley/contract';
import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { journeyKeys, useJourneyCall } from '../shared/journey.queries.ts';
import type { WalkFilter } from './use-picked-walks.ts';

/** Outcome of an act. */
export type Acted = CallAnswer<(typeof endpoints)['journeyMonitor']['act']>;

/** A job takes its people part by part: while one is at work, it is asked for each second. */
const jobPaceMs = 1000;
const actKeys = [...journeyKeys.all, 'acts'] as const;
export const actPage = 25;

export const hasEnded = ({ state }: Pick<ActJob, 'state'>): boolean => state === 'completed' || state === 'cancelled';

export const actsQuery = queryOptions({
  queryKey: [...actKeys, 'jobs'],
  queryFn: async ({ signal }) => (await api.journeyMonitor.acts({}, { signal })).jobs,
  refetchInterval: ({ state }) => (state.data?.every(hasEnded) === false ? jobPaceMs : false),
  meta: { isQuiet: true },
});

export const actPeopleQuery = (actId: string, { outcome, from }: { outcome: ActOutcome | ''; from: number }) =>
  queryOptions({
    queryKey: [...actKeys, 'people', actId, outcome, from],
    queryFn: ({ signal }) => api.journeyMonitor.actPeople({ params: { actId }, query: { outcome, from, perPage: actPage } }, { signal }),
    placeholderData: keepPreviousData,
  });

export const useCancelAct = () => useJourneyCall((actId: string) => api.journeyMonitor.cancelAct({ params: { actId } }));
export const useCountWalks = () =>
  useMutation({ meta: { isQuiet: true }, mutationFn: (query: WalkFilter) => api.journeyMonitor.count({ query }) });

type Act = {
  act: MonitorAct;
  instanceIds?: string[];
  filter?: WalkFilter;
  node: string;
  departmentId: string;
  repeatsCalls: boolean;
  key?: string;
};
export const useActOnInstances = () => useJourneyCall((body: Act) => api.journeyMonitor.act({ body }));
