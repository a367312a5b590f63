import { journeyPage } from '@parley/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { journeyKeys, useJourneyCall } from '../shared/journey.queries.ts';
import type { WorkspaceSearch } from './workspace.search.ts';

/** Running walks change by themselves, so the list is refetched while it is shown. */
export const workspaceQuery = ({ view: _, ...filter }: WorkspaceSearch) =>
  queryOptions({
    queryKey: [...journeyKeys.list, filter],
    queryFn: ({ signal }) => api.journeys.list({ query: { ...filter, channelId: filter.channelId, perPage: journeyPage } }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  });

export const examplesQuery = queryOptions({
  queryKey: ['journeys', 'examples'],
  queryFn: async ({ signal }) => (await api.journeys.examples({}, { signal })).examples,
  staleTime: Number.POSITIVE_INFINITY,
});

type NewJourney = { name: string; description: string; folder: string; language: string; example: string };
export const useCreateJourney = () => useJourneyCall((body: NewJourney) => api.told.journeys.create({ body }));

type Renamed = { journeyId: string; name: string; description: string; folder: string; revision: number };
export const useUpdateJourney = () =>
  useJourneyCall(({ journeyId, ...body }: Renamed) => api.told.journeys.update({ params: { journeyId }, body }));

type Removed = { journeyId: string; stopInstances: boolean };
export const useRemoveJourney = () =>
  useJourneyCall(({ journeyId, stopInstances }: Removed) => api.told.journeys.remove({ params: { journeyId }, query: { stopInstances } }));

export const useCloneJourney = () =>
  useJourneyCall((journeyId: string) => api.told.journeys.clone({ params: { journeyId }, body: { name: '' } }));

type Moved = { journeyId: string; act: 'pause' | 'resume' };
export const useMoveJourney = () => useJourneyCall(({ journeyId, act }: Moved) => api.told.journeys[act]({ params: { journeyId } }));

type Restored = { journeyId: string; version: number; revision: number };
export const useRestoreVersion = () =>
  useJourneyCall(({ journeyId, version, revision }: Restored) =>
    api.told.journeys.restore({ params: { journeyId, version }, body: { revision } }),
  );

type TestAt = { journeyId: string; testId: string };
export const useRemoveTest = () => useJourneyCall((params: TestAt) => api.told.journeys.removeTest({ params }));

/** A .parley file. */
export const readExport = async (journeyId: string): Promise<Blob> => (await api.journeys.export({ params: { journeyId } })) as Blob;
