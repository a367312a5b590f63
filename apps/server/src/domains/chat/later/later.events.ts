import { type Delivery, defineEvent } from '#platform/events/events.ts';
import { watchersTopic } from '../record/chat.events.ts';

/** Planned messages of a chat are others now: its agents, and those who look at it, read the list again. */
export const laterChanged = defineEvent({
  name: 'chat.later',
  deliver: ({ chatId, agentIds }: { chatId: string; agentIds: readonly string[] }): Delivery[] => [
    {
      topics: [...agentIds.map((userId) => `user:${userId}` as const), watchersTopic(chatId)],
      message: { type: 'chatLater', data: { chatId } },
    },
  ],
});
