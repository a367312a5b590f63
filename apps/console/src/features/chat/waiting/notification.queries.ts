import type { WaitingKind } from '@parley/contract';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { chatKeys } from '../shared/chat.queries.ts';

/** No event tells an agent what a customer whom nobody serves yet goes on to say, nor shows whole who came to wait. */
const rereadMs = 3_000;

/** getNotificationChat: read anew whenever it is shown and as long as it is, since others pick up as well. */
export const waitingChatsQuery = (kind: WaitingKind) =>
  queryOptions({
    queryKey: [...chatKeys.waiting(), kind],
    queryFn: ({ signal }) => api.chats.waiting({ query: { type: kind } }, { signal }),
    staleTime: 0,
    gcTime: 0,
    refetchInterval: rereadMs,
    retry: false,
    meta: { isQuiet: true },
  });
