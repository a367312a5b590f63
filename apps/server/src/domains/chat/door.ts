/** What other domains use of chats. */

// Who may read a chat, and its settings.

export { accessChat, chatNotFound, viewerOf } from './chat/chat.access.ts';
export { readChatConfig } from './chat/chat.config.ts';

// Writing into a chat: its lock, its record, its way to the queue. Nobody else writes a chat's entries.

export { queueChat } from './chat/chat.queue.ts';
export { ChatRecording } from './chat/chat.record.ts';
export { findAction, findKeys, listActions, lockChats, lockOpenChats } from './chat/chat.repository.ts';
export { isOpen } from './chat/chat.rules.ts';

// What a bot has of its answer so far, for those who look on.

export { tellPartialAnswer } from './chat/chat.partial.ts';

// A chat asks its bot by this job; who has bots answers it.

export { answerChat } from './chat/chat.jobs.ts';

// For the demo's history: what customers and agents do in a conversation.

export { receive } from './chat/chat.inbound.ts';
export { closeChat, missChat, rateChat } from './chat/chat.lifecycle.ts';
export { pickUpMissed, pickUpNew } from './chat/chat.pickup.ts';
export { noteAgentRead, noteCustomerReceipt } from './chat/chat.receipt.ts';
export { storeReplies } from './chat/chat.reply.ts';
export { setTag } from './chat/chat.tag.ts';
export { tellMissed } from './chat/chat.worker.ts';
