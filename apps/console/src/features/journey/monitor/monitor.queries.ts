import type { JourneyInstance, ToldOutcome } from '@parley/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { journeyKeys, useJourneyCall } from '../shared/journey.queries.ts';
import { type MonitorSearch, monitorPage } from '../shared/monitor.search.ts';

/** Walks move by themselves: the screen asks again each few seconds, and while nobody sees it, it asks nothing. */
const listPaceMs = 5000;
const onePaceMs = 3000;

const instanceKeys = [...journeyKeys.all, 'instances'] as const;

export const isLive = ({ state }: Pick<JourneyInstance, 'state'>): boolean => state === 'RUNNING' || state === 'WAITING';

export const instanceListQuery = ({ view: _view, ...search }: MonitorSearch) =>
  queryOptions({
    queryKey: [...instanceKeys, 'list', search],
    queryFn: ({ signal }) => api.journeyMonitor.list({ query: { ...search, perPage: monitorPage } }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: listPaceMs,
  });

/** The server adds up all that falls due: asked more seldom than the list. */
const forecastPaceMs = 60_000;
export const forecastQuery = ({ journeyId, channelId }: Pick<MonitorSearch, 'journeyId' | 'channelId'>) =>
  queryOptions({
    queryKey: [...instanceKeys, 'forecast', journeyId, channelId],
    queryFn: ({ signal }) => api.journeyMonitor.forecast({ query: { journeyId, channelId } }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: forecastPaceMs,
  });

export const instanceQuery = (instanceId: string) =>
  queryOptions({
    queryKey: [...instanceKeys, 'one', instanceId],
    queryFn: ({ signal }) => api.journeyMonitor.get({ params: { instanceId } }, { signal }),
    refetchInterval: ({ state }) => (state.data && isLive(state.data) ? onePaceMs : false),
  });

/** True if the walk continues with the told outcome of a call; for a walk that has ended otherwise it is only noted. */
export const goesOnWhenTold = (instance: Pick<JourneyInstance, 'state'>): boolean => isLive(instance) || instance.state === 'FAILED';

type CallOutcome = { outcome: ToldOutcome; answer: string; error: string };
export const useTellCall = (instanceId: string, call: number) =>
  useJourneyCall((body: CallOutcome) => api.journeyMonitor.tellCall({ params: { instanceId, call }, body }));
