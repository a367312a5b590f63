import { endpoints, type HistoryChat, type MovedChat } from '@parley/contract';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { chatKeys } from './chat.queries.ts';
import type { HistorySearch } from './history.search.ts';

const chosen = (value: string): string | undefined => (value === '' ? undefined : value);
const numbered = (value: number): number | undefined => (value === -1 ? undefined : value);

/** Ended chats, newest first; each page begins behind the last row of the one before, or where the look before has ended. */
export const historyQuery = (search: HistorySearch) =>
  infiniteQueryOptions({
    queryKey: [...chatKeys.all, 'history', search],
    queryFn: ({ pageParam: after, signal }) => {
      const { fromDate, toDate, text, name, phone, number, agentId, departmentId, channelId, labelId, customerId } = search;
      const { state, missedReason, rating, origin } = search;
      return api.chats.history(
        {
          query: {
            fromDate: fromDate as '',
            toDate: toDate as '',
            text,
            name,
            phone,
            number,
            agentId: chosen(agentId),
            departmentId: chosen(departmentId),
            channelId: chosen(channelId),
            labelId: chosen(labelId),
            customerId: chosen(customerId),
            state: numbered(state),
            missedReason: numbered(missedReason),
            rating: numbered(rating),
            origin,
            after,
          },
        },
        { signal },
      );
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
  });

/** The rows of all pages; a chat that has got a newer message meanwhile stands where it stood first. */
export function rowsOf(pages: readonly { chats: HistoryChat[] }[] | undefined): HistoryChat[] | undefined {
  return pages && [...new Map(pages.flatMap(({ chats }) => chats).map((chat) => [chat.chatId, chat])).values()];
}

/** The conversations of other products on all pages. */
export const movedOf = (pages: readonly { moved: MovedChat[] }[] | undefined): MovedChat[] => pages?.flatMap(({ moved }) => moved) ?? [];

/** One of them with its messages, page by page. */
export const movedChatQuery = (movedId: string) =>
  infiniteQueryOptions({
    queryKey: [...chatKeys.all, 'moved', movedId],
    queryFn: ({ pageParam: from, signal }) => api.movedChats.get({ params: { movedId }, query: { from } }, { signal }),
    initialPageParam: 0,
    getNextPageParam: ({ more }, pages) => (more ? pages.length * 200 : undefined),
  });

export const historyChoicesQuery = queryOptions({
  queryKey: [...chatKeys.all, 'history', 'choices'],
  queryFn: ({ signal }) => api.chatHistory.choices({}, { signal }),
  staleTime: 60_000,
});

/** The fate of one message; undefined: none is looked at. */
export const deliveryQuery = (chatId: string, number: number | undefined) =>
  queryOptions({
    queryKey: [...chatKeys.all, 'delivery', chatId, number],
    queryFn: ({ signal }) => api.chatHistory.delivery({ params: { chatId, number: number ?? 0 } }, { signal }),
    enabled: number !== undefined,
    meta: { isQuiet: true },
  });

export type TranscriptFormat = 'pdf' | 'text';

/** Returns the address of a chat's transcript as a file. */
export function transcriptPath(chatId: string, format: TranscriptFormat, isInternal: boolean, part: number): string {
  const query = new URLSearchParams({ ...(isInternal ? { internal: 'true' } : {}), ...(part > 1 ? { part: String(part) } : {}) });
  const path = endpoints.chatHistory[format].path.replace(':chatId', chatId);
  return query.size > 0 ? `${path}?${query}` : path;
}
