import type { LiveEventData, WidgetEventData } from '@parley/contract';
import type { Hub } from '#platform/realtime/hub.ts';
import { visitorTopic, watchersTopic } from '../record/chat.events.ts';
import type { LockedChat } from '../record/chat.repository.ts';

/**
 * Shows the visitor, and who looks at the chat, what the bot has of its answer so far; nothing is stored.
 * @param partial `after`: number of the entry that it answers; `text`: all of it so far, '' takes it back
 */
export function tellPartialAnswer(
  hub: Pick<Hub, 'broadcast'>,
  { chatId, channelId, address }: Pick<LockedChat, 'chatId' | 'channelId' | 'address'>,
  { after, name, text }: { after: number; name: string; text: string },
): void {
  const toVisitor: WidgetEventData<'partial'> = { chatId, after, text };
  hub.broadcast([visitorTopic(channelId, address)], { type: 'partial', data: toVisitor });
  const toWatchers: LiveEventData<'partialAnswer'> = { chatId, after, name, text };
  hub.broadcast([watchersTopic(chatId)], { type: 'partialAnswer', data: toWatchers });
}
