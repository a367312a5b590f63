import type { WaitingKind } from '@parley/contract';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { chatKeys } from '../shared/chat.queries.ts';

/** No event tells an agent what a customer whom nobody serves yet goes on to say, nor shows whole who came to wait. */
const rereadMs = 3_000;

const keyOf = (kind: WaitingKind) => [...chatKeys.waiting(), kind];
const readWaiting = (kind: WaitingKind, signal?: AbortSignal) => api.chats.waiting({ query: { type: kind } }, signal ? { signal } : {});

/** The chat of a kind that waits longest; undefined: none does. */
export const readFirstWaiting = async (client: QueryClient, kind: WaitingKind) =>
  (await client.fetchQuery({ queryKey: keyOf(kind), queryFn: () => readWaiting(kind), staleTime: 0, meta: { isQuiet: true } }))[0];

/** getNotificationChat: read anew whenever it is shown and as long as it is, since others pick up as well. */
export const waitingChatsQuery = (kind: WaitingKind) =>
  queryOptions({
    queryKey: keyOf(kind),
    queryFn: ({ signal }) => readWaiting(kind, signal),
    staleTime: 0,
    gcTime: 0,
    refetchInterval: rereadMs,
    retry: false,
    meta: { isQuiet: true },
  });
