import { type BroadcastRequest, broadcastPage } from '@parley/contract';
import { infiniteQueryOptions, keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';

export const broadcastKeys = {
  all: ['broadcasts'] as const,
  one: (id: string) => ['broadcasts', 'one', id] as const,
};
const pickerPage = 20; // limit of a channel picker, as of a template picker (BCAST-084)
const contactPage = 15; // BCAST-085

export const channelPickerQuery = (name: string) =>
  infiniteQueryOptions({
    queryKey: ['channels', 'picker', name],
    queryFn: ({ pageParam, signal }) => api.channels.list({ query: { from: pageParam, perPage: pickerPage, name } }, { signal }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.more ? pages.length * pickerPage : undefined),
    placeholderData: keepPreviousData,
  });

export const variablesQuery = (channelId: string, templateId: string) =>
  queryOptions({
    queryKey: ['templates', 'variables', channelId, templateId],
    queryFn: async ({ signal }) => (await api.templates.variables({ query: { channelId, templateId } }, { signal })).variables,
    enabled: channelId !== '' && templateId !== '',
  });

/** Fields of the phone book that a value may come from (BCAST-031). */
export const columnsQuery = queryOptions({
  queryKey: ['broadcasts', 'columns'],
  queryFn: async ({ signal }) => (await api.broadcasts.columns({}, { signal })).columns,
  staleTime: 60_000,
});

export const contactsQuery = (search: string, groupId: string) =>
  queryOptions({
    queryKey: ['customers', 'picker', search, groupId],
    queryFn: async ({ signal }) =>
      (
        await api.phoneBook.list(
          { query: { from: 0, perPage: contactPage, search, groups: groupId === '' ? [] : [groupId], tags: [] } },
          { signal },
        )
      ).customers.customers,
    placeholderData: keepPreviousData,
  });

export const useCheckBroadcast = () =>
  useMutation({ meta: { isQuiet: true }, mutationFn: (body: BroadcastRequest) => api.broadcasts.validate({ body }) });

export function useSendBroadcast() {
  const client = useQueryClient();
  return useMutation({
    meta: { isQuiet: true },
    mutationFn: (body: BroadcastRequest) => api.told.broadcasts.send({ body }),
    onSuccess: () => client.invalidateQueries({ queryKey: broadcastKeys.all }),
  });
}

export const useExpressionVariables = () =>
  useMutation({
    meta: { isQuiet: true },
    mutationFn: async (expression: string) => (await api.broadcasts.expressionVariables({ body: { expression } })).variables,
  });

const unfinished = new Set(['QUEUED', 'IN_PROGRESS']);

export const broadcastQuery = (broadcastId: string) =>
  queryOptions({
    queryKey: broadcastKeys.one(broadcastId),
    queryFn: async ({ signal }) => (await api.broadcasts.get({ params: { broadcastId } }, { signal })).data,
    refetchInterval: ({ state }) => (state.data && (unfinished.has(state.data.status) || state.data.counts.inFlight > 0) ? 2000 : false),
  });

export type BroadcastFilter = { name: string; fromDate: string; toDate: string; from: number };
export const broadcastListQuery = ({ name, fromDate, toDate, from }: BroadcastFilter) =>
  queryOptions({
    queryKey: [...broadcastKeys.all, 'list', { name, fromDate, toDate, from }],
    queryFn: ({ signal }) => api.broadcasts.list({ query: { from, perPage: broadcastPage, name, fromDate, toDate } }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.broadcastList.some(({ status }) => unfinished.has(status)) ? 4000 : false),
    meta: { isQuiet: true },
  });
