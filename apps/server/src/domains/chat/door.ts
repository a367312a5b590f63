/** Exports of chats for other domains. */

// Read access to a chat.

export { accessChat, chatNotFound, lockOwnChat, viewerOf } from './access/chat.access.ts';

// Figures of chats for boards, alerts and mails: as somebody may see them, with the chats behind each.

export { type ComparedDays, comparedWith, type FigureReader, readFor } from './analytics/analytics.asked.ts';
export {
  betterOf,
  type FigureNames,
  type FigureSide,
  isOfAgents,
  readFigureNames,
  readFigureRows,
  readFigures,
  readTimes,
  readTimesRows,
  rowsOfFigure,
  type TimesAsk,
  unitOf,
} from './analytics/analytics.figures.ts';

// Help for agents: its settings, the proof of a draft, and translations of messages.

export { signDraft } from './assist/assist.proof.ts';
export { readAssistSettings } from './assist/assist.settings.ts';
export { keepTranslations, listTranslations } from './assist/translation.repository.ts';

// Writing into a chat: its lock, its record, its way to the queue. Nobody else writes a chat's entries.

export { shownWords } from './mail-thread/addresses.ts';
export { ChatRecording } from './record/chat.record.ts';
export {
  findAction,
  findKeys,
  findWithPeople,
  type LockedChat,
  listActions,
  lockChats,
  lockOpenChats,
  lockWithFollowing,
  readTexts,
} from './record/chat.repository.ts';
export { isOpen } from './record/chat.rules.ts';
export { queueChat } from './routing/chat.queue.ts';

// Connections of users who may read streams.

export { streamReadersTopic } from './record/chat.events.ts';

// The calls of a bot's tools, in a chat's second record.

export { writeToolLine } from './side/side.write.ts';

// A bot's unfinished answer, for users who watch.

export { tellPartialAnswer } from './conversation/chat.partial.ts';

// A chat asks its bot by this job; who has bots answers it.

export { answerChat } from './routing/chat.jobs.ts';

// A stream's side of a chat: its inbound messages, the endings, its own messages, and the hand-over of the chat.

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
} from './conversation/chat.stream.ts';
export {
  chatEndings,
  type HeardByPeople,
  type StreamArrival,
  type StreamInbound,
  type StreamReturn,
  streamInbound,
  streamReturns,
} from './record/chat.stream.port.ts';
export { handToBot, handToStream } from './routing/chat.hand.ts';

// The mood of customers, as a bot has judged it, for the monitor.

export { chatSentiments } from './monitor/monitor.sentiment.port.ts';
// Conversations, labels and quick replies of another product, taken in and taken out again.

export { addMovedLabels, findMovedLabels, removeMovedLabel } from './label/label.moved.repository.ts';
export {
  dropOrphans,
  insertMoved,
  insertParts,
  isLabelMoved,
  listNamed,
  listUntaken,
  type MovedPart,
  type MovedRow,
  mendParts,
  mostInPart,
  readMovedFigures,
  removeSome,
  type StoredMessage,
  type Taken,
  takeIn,
} from './moved/moved.repository.ts';
export { isLastWorded, writeMovedWords } from './moved/moved.search.repository.ts';
export { addMovedReplies, judgeReplies, removeMovedReply } from './quick-reply/quick-reply.moved.repository.ts';

// Websites whose visitors wake and begin streams.

export { type VisitorStreams, visitorStreams } from './visitor/visitor.port.ts';

// A stream or bot takes a chat back from people.

export { type TakerPort, takers } from './access/chat.taker.port.ts';

// The page of an encap: its thread, what a person writes there, and when it has changed.

export { createInbound, type Inbound } from './conversation/chat.inbound.ts';
export { visitorTopic } from './record/chat.events.ts';
export { readVisitorThread } from './widget/widget.service.ts';

// Actions of customers and agents in a conversation, for the demo's history and life.

export { tellMissed } from './chat/chat.worker.ts';
export { receive } from './conversation/chat.inbound.ts';
export { closeChat, missChat, rateChat } from './conversation/chat.lifecycle.ts';
export { noteAgentRead, noteCustomerReceipt } from './conversation/chat.receipt.ts';
export { storeReplies } from './conversation/chat.reply.ts';
export { readInbox } from './inbox/inbox.service.ts';
export { setTag } from './label/chat.tag.ts';
export { pickUpMissed, pickUpNew } from './offer/chat.pickup.ts';
