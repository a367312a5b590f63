import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { chatDetailQuery } from '../shared/chat.queries.ts';

/** Time after which an opened chat has been drawn. Whoever steps through the list faster reads nothing ahead. */
const drawnMs = 100;

/**
 * Reads the chats above and below the open one ahead, so that a step in the list waits for no server. Live events keep what was read fresh.
 * @param ids of own chats, in the order of their rows: events tell of no others
 */
export function useNeighbours(ids: readonly string[], chatId: string | undefined): void {
  const client = useQueryClient();
  const place = chatId === undefined ? -1 : ids.indexOf(chatId);
  const [below, above] = place === -1 ? [] : [ids[place + 1], ids[place - 1]];
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const id of [below, above]) if (id !== undefined) void client.prefetchQuery(chatDetailQuery(id));
    }, drawnMs);
    return () => clearTimeout(timer);
  }, [client, below, above]);
}
