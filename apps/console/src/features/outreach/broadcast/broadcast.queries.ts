import { broadcastPage } from '@parley/contract';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, type ToldAnswer } from '../../../lib/api.ts';
import { broadcastKeys } from '../shared/broadcast.queries.ts';
import type { BroadcastSearch } from './broadcast.search.ts';

export const messagesQuery = (broadcastId: string, { status, reason, from }: Omit<BroadcastSearch, 'message'>, isLive: boolean) =>
  queryOptions({
    queryKey: [...broadcastKeys.one(broadcastId), 'messages', { status, reason, from }],
    queryFn: ({ signal }) =>
      api.broadcasts.messages({ params: { broadcastId }, query: { status, reason, from, perPage: broadcastPage } }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: isLive ? 2000 : false,
  });

export const messageQuery = (messageId: string) =>
  queryOptions({
    queryKey: ['broadcasts', 'message', messageId],
    queryFn: ({ signal }) => api.broadcasts.message({ params: { messageId } }, { signal }),
    enabled: messageId !== '',
  });

export function useBroadcastAction(action: 'cancel' | 'resume' | 'retry') {
  const client = useQueryClient();
  return useMutation({
    meta: { isQuiet: true },
    mutationFn: (broadcastId: string): Promise<ToldAnswer<unknown>> => api.told.broadcasts[action]({ params: { broadcastId } }),
    onSettled: () => client.invalidateQueries({ queryKey: broadcastKeys.all }),
  });
}
