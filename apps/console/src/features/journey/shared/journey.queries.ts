import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import type { Rule } from './rule.ts';

export const journeyKeys = {
  all: ['journeys'] as const,
  list: ['journeys', 'list'] as const,
  one: (id: string) => ['journeys', 'one', id] as const,
  rules: ['journeys', 'rules'] as const,
  /** Encaps are streams with a page: what changes one of the two is shown by both. */
  encaps: ['journeys', 'encaps'] as const,
};

export const journeyQuery = (journeyId: string) =>
  queryOptions({
    queryKey: journeyKeys.one(journeyId),
    queryFn: ({ signal }) => api.journeys.get({ params: { journeyId } }, { signal }),
  });

/** Streams to choose from, by what was changed last. */
export const journeyNamesQuery = queryOptions({
  queryKey: [...journeyKeys.list, 'names'],
  queryFn: async ({ signal }) => (await api.journeys.list({ query: { perPage: -1 } }, { signal })).journeys,
});

/** Campaigns that can begin a stream, the newest first. */
export const campaignNamesQuery = queryOptions({
  queryKey: ['campaigns', 'names'],
  queryFn: async ({ signal }) => (await api.campaigns.list({ query: { perPage: -1 } }, { signal })).campaigns,
});

/** Records of a kind that a rule of the stream may name. */
export const refNamesQuery = (journeyId: string, kind: 'attribute' | 'group' | 'label', search: string) =>
  queryOptions({
    queryKey: [...journeyKeys.one(journeyId), 'refs', kind, search],
    queryFn: async ({ signal }) => (await api.journeys.refs({ params: { journeyId }, query: { kind, search } }, { signal })).refs,
    placeholderData: keepPreviousData,
  });

export const versionsQuery = (journeyId: string) =>
  queryOptions({
    queryKey: [...journeyKeys.one(journeyId), 'versions'],
    queryFn: async ({ signal }) => (await api.journeys.versions({ params: { journeyId } }, { signal })).versions,
  });

export const versionQuery = (journeyId: string, version: number) =>
  queryOptions({
    queryKey: [...journeyKeys.one(journeyId), 'version', version],
    queryFn: ({ signal }) => api.journeys.version({ params: { journeyId, version } }, { signal }),
    // A published version never changes.
    staleTime: Number.POSITIVE_INFINITY,
  });

export const rulesQuery = (filter: { journeyId: string; channelId: string }) =>
  queryOptions({
    queryKey: [...journeyKeys.rules, filter],
    queryFn: ({ signal }) => api.publishing.list({ query: filter }, { signal }),
  });

/** A change of streams or of what begins them. Whatever comes of it, every list and page shows it. */
export function useJourneyCall<I, O>(call: (input: I) => Promise<O>) {
  const client = useQueryClient();
  return useMutation({
    meta: { isQuiet: true },
    mutationFn: call,
    onSettled: () => client.invalidateQueries({ queryKey: journeyKeys.all }),
  });
}

export const useAttachRule = () => useJourneyCall((body: Rule) => api.told.publishing.attach({ body }));

type RuleChange = { entryId: string; version: number; isActive: boolean };
export const useRuleCalls = () => ({
  change: useJourneyCall(({ entryId, ...body }: RuleChange) => api.told.publishing.change({ params: { entryId }, body })),
  detach: useJourneyCall((entryId: string) => api.told.publishing.detach({ params: { entryId } })),
});
