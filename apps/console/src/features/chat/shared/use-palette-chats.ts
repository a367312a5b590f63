import { useDebouncedValue } from '@mantine/hooks';
import { useInfiniteQuery } from '@tanstack/react-query';
import { searchDelayMs } from '../../../lib/search.ts';
import { chatWords } from '../../../locales/chat.ts';
import { useCan } from '../../account/shared/me.ts';
import { chatSearchQuery } from './chat.queries.ts';
import { previewOf } from './chat.rules.ts';
import { useConversationPlace } from './conversation-place.ts';

const fewestSigns = 2;
const mostShown = 6;

export type PaletteChat = { id: string; name: string; text: string; open: () => void };

/** Chats for the palette: by their customer's name, and by the words of a message. None for users who handle no chats. */
export function usePaletteChats(typed: string): PaletteChat[] {
  const canHandle = useCan(['CHAT.HANDLE']);
  const { bring } = useConversationPlace();
  const [settled] = useDebouncedValue(typed.trim(), searchDelayMs);
  const isAsked = canHandle && settled.length >= fewestSigns;
  const { data } = useInfiniteQuery({ ...chatSearchQuery(settled), enabled: isAsked });
  const page = isAsked ? data?.pages[0] : undefined;
  if (!page) return [];
  const named = page.chats.map((chat) => ({
    ...{ id: chat.chatId, name: chat.customerName || chat.customerNumber, text: previewOf(chat, chatWords.conversation) },
    open: () => bring(chat.chatId),
  }));
  const known = new Set(named.map(({ id }) => id));
  const hits = page.hits.filter(({ chatId }, place) => !known.has(chatId) && page.hits.findIndex((hit) => hit.chatId === chatId) === place);
  const found = hits.map(({ chatId, customerName, customerNumber, text }) => ({
    ...{ id: chatId, name: customerName || customerNumber, text },
    open: () => bring(chatId),
  }));
  return [...named, ...found].slice(0, mostShown);
}
