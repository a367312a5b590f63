import type { ChatDetail } from '@parley/contract';
import type { QueryClient } from '@tanstack/react-query';
import { liveClient } from '../../../lib/live.ts';
import { chatKeys } from './chat.queries.ts';
import { takesPartIn } from './chat.rules.ts';

/** Chats that are on the screen: one, or two side by side. */
let viewed: readonly string[] = [];
export const viewedChats = (): readonly string[] => viewed;

/**
 * Tells colleagues which chats are on the screen. Who takes no part in one gets its entries from then on, and so reads it once more: what was
 * said between the reading and then would be missing.
 * @param begun those that have just come to the screen; all of them after a new connection
 */
export async function tellViewed(client: QueryClient, ownId: string, begun: readonly string[] = viewed): Promise<void> {
  const [chatId, besideId = null] = viewed;
  if (chatId === undefined) return;
  try {
    await liveClient.request('viewing', { chatId, besideId });
  } catch {
    // The line is down, and says so itself; when it is back the chats are told of again.
    return;
  }
  for (const id of begun) {
    const chat = client.getQueryData<ChatDetail>(chatKeys.detail(id));
    if (chat && !takesPartIn(chat, ownId)) await client.invalidateQueries({ queryKey: chatKeys.detail(id) });
  }
}

/** The chat is on the screen. @returns takes it away again */
export function viewChat(client: QueryClient, chatId: string, ownId: string): () => void {
  viewed = [...viewed.filter((id) => id !== chatId), chatId];
  void tellViewed(client, ownId, [chatId]);
  return () => {
    viewed = viewed.filter((id) => id !== chatId);
    if (viewed.length === 0) liveClient.tell('viewing', { chatId: null });
    else void tellViewed(client, ownId, []);
  };
}
