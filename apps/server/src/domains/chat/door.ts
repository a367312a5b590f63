/** What other domains use of chats. */

// Who may read a chat, and its settings.

export { accessChat, chatNotFound, viewerOf } from './chat/chat.access.ts';
export { readChatConfig } from './chat/chat.config.ts';

// Writing into a chat: its lock, its record, its way to the queue. Nobody else writes a chat's entries.

export { queueChat } from './chat/chat.queue.ts';
export { ChatRecording } from './chat/chat.record.ts';
export {
  findAction,
  findKeys,
  type LockedChat,
  listActions,
  lockChats,
  lockOpenChats,
  lockWithFollowing,
  readTexts,
} from './chat/chat.repository.ts';
export { isOpen } from './chat/chat.rules.ts';

// Connections of whoever may read streams.

export { streamReadersTopic } from './chat/chat.events.ts';

// What a bot has of its answer so far, for those who look on.

export { tellPartialAnswer } from './chat/chat.partial.ts';

// A chat asks its bot by this job; who has bots answers it.

export { answerChat } from './chat/chat.jobs.ts';

// A stream's side of a chat: who takes messages and hears of endings, what it says, and to whom it hands the chat.

export { handToBot, handToStream } from './chat/chat.hand.ts';
export {
  chatEndings,
  type StreamArrival,
  type StreamInbound,
  type StreamReturn,
  streamInbound,
  streamReturns,
} from './chat/chat.stream.port.ts';
export {
  appendStreamMessages,
  endChat,
  findSaid,
  type HandOver,
  handToQueue,
  openStreamChat,
  openStreamChats,
  type Said,
  type StreamAuthor,
  type StreamMessage,
  type StreamPartner,
} from './chat/chat.stream.ts';

// For the demo's history: what customers and agents do in a conversation.

export { receive } from './chat/chat.inbound.ts';
export { closeChat, missChat, rateChat } from './chat/chat.lifecycle.ts';
export { pickUpMissed, pickUpNew } from './chat/chat.pickup.ts';
export { noteAgentRead, noteCustomerReceipt } from './chat/chat.receipt.ts';
export { storeReplies } from './chat/chat.reply.ts';
export { setTag } from './chat/chat.tag.ts';
export { tellMissed } from './chat/chat.worker.ts';
