import { type BotCard, botPage } from '@parley/contract';
import { infiniteQueryOptions, keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { botKeys } from '../shared/bot.queries.ts';

/** Cards 15 at a time (BOT-017); looked at again while one is being trained. */
export const botListQuery = (name: string) =>
  infiniteQueryOptions({
    queryKey: [...botKeys.lists, { name }],
    queryFn: ({ pageParam, signal }) => api.bots.list({ query: { from: pageParam, perPage: botPage, name } }, { signal }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.more ? pages.length * botPage : undefined),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ agents }) => agents.some(({ training }) => training.state === 'IN_PROGRESS')) ? 4000 : false,
  });

export type BotDraft = { id?: string; name: string; description: string; type: 'prompt' | 'nlp'; version?: number };

export function useSaveBot() {
  const client = useQueryClient();
  return useMutation({
    meta: { isQuiet: true },
    mutationFn: (body: BotDraft) => api.told.bots.save({ body }),
    onSuccess: ({ answer }) =>
      Promise.all([
        client.invalidateQueries({ queryKey: botKeys.lists }),
        client.invalidateQueries({ queryKey: botKeys.details(answer.id) }),
      ]),
  });
}

export function useRemoveBot() {
  const client = useQueryClient();
  return useMutation({
    meta: { isQuiet: true },
    mutationFn: ({ id }: BotCard) => api.told.bots.remove({ params: { agentId: id } }),
    onSuccess: (_answer, { id }) => {
      client.removeQueries({ queryKey: botKeys.one(id) });
      return client.invalidateQueries({ queryKey: botKeys.lists });
    },
  });
}
