import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { journeyKeys, useJourneyCall } from './journey.queries.ts';

export const draftQuery = (journeyId: string) =>
  queryOptions({
    queryKey: [...journeyKeys.one(journeyId), 'draft'],
    queryFn: ({ signal }) => api.journeys.draft({ params: { journeyId } }, { signal }),
  });

export const checkQuery = (journeyId: string) =>
  queryOptions({
    queryKey: [...journeyKeys.one(journeyId), 'check'],
    queryFn: ({ signal }) => api.journeys.check({ params: { journeyId } }, { signal }),
  });

export const testsQuery = (journeyId: string) =>
  queryOptions({
    queryKey: [...journeyKeys.one(journeyId), 'tests'],
    queryFn: async ({ signal }) => (await api.journeys.tests({ params: { journeyId } }, { signal })).tests,
  });

/** Plays every saved conversation on the draft; it changes nothing, so it is a question like the others. */
export const rehearsalQuery = (journeyId: string) =>
  queryOptions({
    queryKey: [...journeyKeys.one(journeyId), 'rehearsal'],
    queryFn: ({ signal }) => api.journeys.rehearse({ params: { journeyId } }, { signal }),
  });

type Published = { journeyId: string; revision: number; note: string; waiver: string; moves: boolean; rules: boolean };
export const usePublishJourney = () =>
  useJourneyCall(({ journeyId, ...body }: Published) => api.told.journeys.publish({ params: { journeyId }, body }));
