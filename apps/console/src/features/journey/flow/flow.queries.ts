import type { FlowItem } from '@parley/contract';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import type { FlowSearch } from './flow.search.ts';

export const flowPage = 24;
const flowKeys = { all: ['flows'] as const };

/** The vendor changes flows by itself, so the list is read again. */
export const flowListQuery = ({ name, channel, stage, from }: Omit<FlowSearch, 'keys'>) =>
  queryOptions({
    queryKey: [...flowKeys.all, 'list', { name, channel, stage, from }],
    queryFn: ({ signal }) => api.flows.list({ query: { name, channelId: channel, stage, from, perPage: flowPage } }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  });

export const flowJsonQuery = (formId: string) =>
  queryOptions({
    queryKey: [...flowKeys.all, 'json', formId],
    queryFn: ({ signal }) => api.flows.json({ params: { formId } }, { signal }),
    staleTime: 0,
    gcTime: 0,
  });

export const keysQuery = (channelId: string) =>
  queryOptions({
    queryKey: [...flowKeys.all, 'keys', channelId],
    queryFn: ({ signal }) => api.flows.keys({ params: { channelId } }, { signal }),
    refetchInterval: 30_000,
  });

/** A change of flows or keys. Whatever comes of it, the list shows it: a vendor's refusal stands at the flow. */
function useFlowCall<I, O>(call: (input: I) => Promise<O>) {
  const client = useQueryClient();
  return useMutation({
    meta: { isQuiet: true },
    mutationFn: call,
    onSettled: () => client.invalidateQueries({ queryKey: flowKeys.all }),
  });
}

export type Publication = { formId: string; channelId: string; isTrial: boolean };
export const usePublishFlow = () => useFlowCall(({ formId, ...body }: Publication) => api.told.flows.publish({ params: { formId }, body }));
export const useDeprecateFlow = () =>
  useFlowCall(({ formId, channelId, number }: Pick<FlowItem, 'formId' | 'channelId' | 'number'>) =>
    api.told.flows.deprecate({ params: { formId }, body: { channelId, number } }),
  );
export const useMakeKey = () => useFlowCall((channelId: string) => api.told.flows.makeKey({ params: { channelId }, body: {} }));
