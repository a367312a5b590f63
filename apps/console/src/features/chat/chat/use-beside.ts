import type { ChatDetail } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { chatDetailQuery } from '../shared/chat.queries.ts';
import { useConversationPlace } from '../shared/conversation-place.ts';
import { useCustomerChats } from './customer-chats.queries.ts';

const channelOf = ({ channelName, channelType }: ChatDetail) => ({ channelName, channelType });

/**
 * Another chat of the customer beside the open one. The address names it; it is shown while it is open and the user may read it.
 * @param hasRoom for two chats; without it, the second one stands in place of the first
 */
export function useBeside(chatId: string | undefined, wantedId: string | undefined, hasRoom: boolean) {
  const { showBeside, getBeside } = useConversationPlace();
  const { others, hasFailed, refetch } = useCustomerChats(chatId);
  // The page is not drawn anew with each message of the chat.
  const { data: first } = useQuery({ ...chatDetailQuery(chatId ?? ''), enabled: chatId !== undefined, select: channelOf });
  const readable = others.filter(({ isReadable }) => isReadable);
  const besideId = readable.find((other) => other.chatId === wantedId)?.chatId;
  const isAlone = besideId !== undefined && !hasRoom;
  const [lastActive, setActive] = useState<string>();
  /** The chat whose reply was asked for, and how often: each press asks anew. */
  const [asked, setAsked] = useState({ chatId: '', times: 0 });
  const other = readable[0]?.chatId;
  /** The one of the newest address, also while its screen is still on the way: presses follow each other faster than pages. */
  const getReadable = () => readable.find((one) => one.chatId === getBeside())?.chatId;
  const show = (id: string | undefined) => {
    setAsked({ chatId: '', times: 0 });
    if (id !== getReadable()) showBeside(id);
  };
  return {
    besideId,
    isAlone,
    activeId: besideId !== undefined && (isAlone || lastActive === besideId) ? besideId : chatId,
    setActive,
    hide: () => {
      setActive(chatId);
      show(undefined);
    },
    asksReply: asked.chatId === besideId ? asked.times : 0,
    toggle: besideId === undefined && other === undefined ? undefined : () => show(getReadable() === undefined ? other : undefined),
    tabs: {
      first,
      others,
      hasFailed,
      onRetry: () => void refetch(),
      isFirstShown: !isAlone,
      besideId,
      onFirst: () => show(undefined),
      onBeside: show,
      onAnswer: (id: string) => {
        setAsked(({ times }) => ({ chatId: id, times: times + 1 }));
        if (id !== getReadable()) showBeside(id);
      },
    },
  };
}
