import { screens } from '@parley/contract';
import { type AnyRouter, useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import { ChatSearch } from './chat.search.ts';
import { viewedChats } from './view-chat.ts';

const framedPath = screens.conversation.path;
/** The conversation in a window of its own, without menu and bar. */
const barePath = '/chatagent';

export type ConversationPlace = {
  /** The chat that is on the screen; null on any other screen as well. */
  getShown: () => string | null;
  /** The chat that is shown beside it. */
  getBeside: () => string | undefined;
  /** Shows a chat of the same customer beside it, or takes it away. */
  showBeside: (chatId: string | undefined) => void;
  /** Shows another chat of the list, at one of its messages or where it is read on, or the list alone. The filters stay. */
  open: (chatId: string | undefined, message?: number) => void;
  /** Leads to the conversation from wherever the user is. The filters go, or they might hide the chat. */
  bring: (chatId: string | undefined) => void;
  /** Leads to the inbox with these filters; the chat on the screen stays. */
  narrow: (search: Partial<ChatSearch>) => void;
  /** The chat has gone: who looks at it sees the one beside it instead, or the list. */
  leave: (chatId: string) => void;
};

/**
 * The one owner of where the conversation is. The address alone says which chat is shown; the list, keys, pickups, notifications and chats
 * that go away change it here and nowhere else. Each is one step, so none overtakes another, and Back undoes it.
 */
export function createConversationPlace(router: Pick<AnyRouter, 'history' | 'navigate' | 'options'>): ConversationPlace {
  // The newest address, also while its screen is still on the way.
  const here = () => {
    const { pathname, search } = router.history.location;
    return { pathname, search: router.options.parseSearch(search) as Partial<ChatSearch> };
  };
  const isHere = () => here().pathname === framedPath || here().pathname === barePath;
  const go = (search: Partial<ChatSearch>) =>
    void router.navigate({ to: here().pathname === barePath ? barePath : framedPath, search } as never);
  const getShown = () => (isHere() ? (ChatSearch.parse(here().search).chatId ?? null) : null);
  const shownBeside = () => (isHere() ? ChatSearch.parse(here().search).beside : undefined);
  const open = (chatId: string | undefined, message?: number) =>
    go({
      ...(isHere() ? here().search : {}),
      chatId,
      message,
      beside: chatId !== undefined && chatId === getShown() ? shownBeside() : undefined,
    });
  // The first one is not opened at a found message again when it comes back.
  const showBeside = (beside: string | undefined) => go({ ...here().search, message: undefined, beside });
  return {
    getShown,
    getBeside: shownBeside,
    open,
    showBeside,
    bring: (chatId) => {
      // A chat that was picked up where it stands stays there, and so does the one beside it.
      const isThere = chatId !== undefined && (chatId === shownBeside() || (chatId === getShown() && shownBeside() !== undefined));
      if (!isThere) go(chatId === undefined ? {} : { chatId });
    },
    narrow: (search) => go({ ...search, chatId: getShown() ?? undefined, beside: shownBeside() }),
    leave: (chatId) => {
      if (shownBeside() === chatId) showBeside(undefined);
      // One that the address still names may be gone itself.
      else if (getShown() === chatId) open(viewedChats().find((id) => id === shownBeside()));
    },
  };
}

export function useConversationPlace(): ConversationPlace {
  const router = useRouter();
  return useMemo(() => createConversationPlace(router), [router]);
}
