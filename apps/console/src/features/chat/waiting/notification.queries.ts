import type { WaitingKind } from '@parley/contract';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { chatKeys } from '../shared/chat.queries.ts';

/** getNotificationChat: always read anew, since others pick up as well. */
export const waitingChatsQuery = (kind: WaitingKind) =>
  queryOptions({
    queryKey: [...chatKeys.all, 'waiting', kind],
    queryFn: ({ signal }) => api.chats.waiting({ query: { type: kind } }, { signal }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
    meta: { isQuiet: true },
  });
