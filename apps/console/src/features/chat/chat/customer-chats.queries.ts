import { type CustomerChat, chatStates } from '@parley/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '../../../lib/api.ts';
import { chatKeys, chatListQuery } from '../shared/chat.queries.ts';
import { useClosing } from '../shared/closing.tsx';

/** Other open chats of a chat's customer; live events say when they are others. */
export const customerChatsQuery = (chatId: string) =>
  queryOptions({
    queryKey: [...chatKeys.customerChats(), chatId],
    queryFn: ({ signal }) => api.inbox.customerChats({ params: { chatId } }, { signal }),
    staleTime: 15_000,
    meta: { isQuiet: true },
  });

/** Another open chat of the same customer. @property unread messages of the customer that the user has not seen; 0 for chats of others */
export type OtherChat = CustomerChat & { unread: number };

/** The own ones are as the list has them, which lives by events: their window, their state, what is unread. */
export function useCustomerChats(chatId: string | undefined) {
  const { data, isError, refetch } = useQuery({ ...customerChatsQuery(chatId ?? ''), enabled: chatId !== undefined });
  const { data: own } = useQuery(chatListQuery);
  const closing = useClosing();
  const others = useMemo(
    () =>
      (data ?? [])
        .filter((other) => other.chatId !== chatId && !closing.has(other.chatId))
        .flatMap((other): OtherChat[] => {
          const mine = own?.find((chat) => chat.chatId === other.chatId);
          if (!mine) return [{ ...other, unread: 0 }];
          if (mine.state === chatStates.closed) return [];
          const { state, ownerId, isJITRequired, windowEndsAt, newMsgCount: unread } = mine;
          return [{ ...other, state, ownerId, isJITRequired, windowEndsAt, unread, isReadable: true, takesPart: true, mayPickUp: false }];
        }),
    [data, own, closing, chatId],
  );
  return { others, hasFailed: isError && data === undefined, refetch };
}
