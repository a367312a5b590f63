import type { ChatMark, ChatSide } from '@parley/contract';
import { type Delivery, defineEvent } from '#platform/events/events.ts';
import { supervisorsTopic, watchersTopic } from '../record/chat.events.ts';

const agentTopics = (agentIds: readonly string[]) => agentIds.map((userId) => `user:${userId}` as const);

type Written = { chatId: string; agentIds: readonly string[]; isWaiting: boolean; side: ChatSide };

/**
 * A line of the second record, for the chat's agents and those who may see it: never for its customer. A chat that waits is seen by all who
 * look at it; once an agent has it, those who looked before and take no part may not see it any more, and hear nothing.
 */
export const sideWritten = defineEvent({
  name: 'chat.side',
  deliver: ({ agentIds, isWaiting, chatId, side }: Written, enterpriseId): Delivery[] => [
    {
      topics: [...agentTopics(agentIds), isWaiting ? watchersTopic(chatId) : supervisorsTopic(enterpriseId)],
      message: { type: 'chatSide', data: { chatId, side } },
    },
  ],
});

/** A line for one agent, told to them and its author. A process of the version before does not know this name, and tells nobody. */
export const whispered = defineEvent({
  name: 'chat.whisper',
  deliver: ({ to, chatId, side }: { to: string; chatId: string; side: ChatSide }): Delivery[] => [
    { topics: agentTopics([to, side.authorId]), message: { type: 'chatSide', data: { chatId, side } } },
  ],
});

type Marked = {
  chatId: string;
  agentIds: readonly string[];
  tag: string;
  tagColour: string;
  labels: readonly ChatMark[];
  priority: number;
};

/** Labels or priority have changed. */
export const chatMarked = defineEvent({
  name: 'chat.marked',
  deliver: ({ agentIds, ...data }: Marked): Delivery[] => [
    { topics: [...agentTopics(agentIds), watchersTopic(data.chatId)], message: { type: 'chatMarked', data } },
  ],
});

/** The unread mentions of a user are more, or fewer. */
export const mentionsChanged = defineEvent({
  name: 'chat.mentions_changed',
  deliver: ({ userId, ...data }: { userId: string; chatId: string }): Delivery[] => [
    { topics: [`user:${userId}`], message: { type: 'mentionsChanged', data } },
  ],
});

export const sideEvents = [sideWritten, whispered, chatMarked, mentionsChanged] as const;
