import type { ChatDetail } from '@parley/contract';
import type { QueryClient } from '@tanstack/react-query';
import { liveClient } from '../../../lib/live.ts';
import { chatKeys } from './chat.queries.ts';
import { takesPartIn } from './chat.rules.ts';

/**
 * Tells colleagues that the chat is on the screen. Who takes no part in it gets its entries from then on, and so reads it once more: what was
 * said between the reading and then would be missing.
 */
export async function viewChat(client: QueryClient, chatId: string, ownId: string): Promise<void> {
  try {
    await liveClient.request('viewing', { chatId });
  } catch {
    // The line is down, and says so itself; when it is back the chat is told of again.
    return;
  }
  const chat = client.getQueryData<ChatDetail>(chatKeys.detail(chatId));
  if (chat && !takesPartIn(chat, ownId)) await client.invalidateQueries({ queryKey: chatKeys.detail(chatId) });
}
