import type { ChatConfig, LedgerStatus, MessageSource, WebChannelData } from '@parley/contract';
import type { ColumnType } from 'kysely';

type Default<T> = ColumnType<T, T | undefined, T>;
type Json<T> = ColumnType<T, string, string>;
type CreatedAt = ColumnType<Date, Date | undefined, never>;

export type ChannelTable = {
  enterpriseId: string;
  channelId: string;
  type: number;
  name: string;
  vendor: Default<string>;
  widgetKey: string;
  contactId: Default<string>;
  environment: Default<'sandbox' | 'production'>;
  state: Default<'ACTIVE' | 'PAUSED' | 'ERROR' | 'SETUP'>;
  stateReason: Default<string>;
  /** The vendor's keys that are no secrets */
  config: ColumnType<Record<string, string>, string | undefined, string>;
  /** The vendor's secret keys: JSON, sealed */
  sealedConfig: Default<string>;
  speedPerSecond: Default<number | null>;
  deptId: Default<string | null>;
  /** The last part of the callback's address, encrypted */
  sealedHookSecret: Default<string>;
  sealedFormerHookSecret: Default<string>;
  /** The former place of these secrets in the clear: only hook-secrets.repository.ts reads them, and leaves them empty */
  hookSecret: ColumnType<string, never, never>;
  formerHookSecret: ColumnType<string, never, never>;
  failuresInRow: Default<number>;
  lastInboundAt: Default<Date | null>;
  lastReceiptAt: Default<Date | null>;
  quality: Default<string>;
  data: Json<WebChannelData>;
  version: Default<number>;
  createdAt: CreatedAt;
  deletedAt: Default<Date | null>;
};

export type Visit = { pageUrl?: string; pageTitle?: string; userAgent?: string; language?: string };

export type ChatTable = {
  enterpriseId: string;
  chatId: string;
  channelId: string;
  customerId: string;
  deptId: Default<string | null>;
  offeredTo: Default<string[]>;
  address: string;
  state: Default<number>;
  handledBy: 'bot' | 'queue' | 'agent' | 'stream';
  ownerId: string | null;
  lastNumber: Default<number>;
  messageCount: Default<number>;
  customerCount: Default<number>;
  customerReceivedNumber: Default<number>;
  customerReadNumber: Default<number>;
  agentReadNumber: Default<number>;
  lastMessage: Default<string>;
  lastActivityAt: Date;
  waitingSince: Date | null;
  queuedAt: Date | null;
  deadlineAt: Date | null;
  pickedUpAt: Date | null;
  firstReplyAt: Date | null;
  closedAt: Date | null;
  missedReason: number | null;
  missedAt: Date | null;
  rating: number | null;
  ratingComment: Default<string>;
  feedback: Default<string>;
  /** Words of its agent; empty where it has a label */
  tag: Default<string>;
  labelId: Default<string | null>;
  note: Default<string>;
  previousChatId: string | null;
  queuePriority: Default<number>;
  /** The walk through a stream that goes on when people have ended the chat */
  returnsTo: Default<string | null>;
  /** Its ending asks for a rating */
  asksRating: Default<boolean>;
  /** Settings that it keeps: the last number when it first waited for people */
  settingsNo: Default<number | null>;
  botState: Json<Record<string, unknown>>;
  botNumber: Default<number>;
  visit: Json<Visit>;
  createdAt: Date;
  textsErasedAt: Default<Date | null>;
  mediaErasedAt: Default<Date | null>;
};

export type ChatLabelTable = {
  enterpriseId: string;
  labelId: string;
  deptId: string | null;
  name: string;
  colour: string;
  place: number;
  isActive: Default<boolean>;
  version: Default<number>;
  createdAt: CreatedAt;
};

/** One save of a scope: the newest counts, and a chat that keeps an older number the newest up to that. */
export type ChatSettingsTable = {
  enterpriseId: string;
  settingsNo: number;
  /** Null: of the enterprise */
  deptId: string | null;
  /** Values of the scope's own; what is not there is inherited */
  own: Json<Partial<ChatConfig>>;
  savedAt: CreatedAt;
};

/** One row for the whole installation, which functions of the database alone read and write */
export type ChatClockLookTable = { isOnly: Default<boolean>; lookedAt: Date; heldUntil: Default<Date> };

/** @property kind see domains/chat/clock */
export type ChatClockTable = { enterpriseId: string; chatId: string; kind: string; startedAt: Date; dueAt: Date };

export type ChatParticipantTable = {
  enterpriseId: string;
  chatId: string;
  userId: string;
  kind: 'owner' | 'invited' | 'left';
  isPinned: Default<boolean>;
  readNumber: Default<number>;
  readCount: Default<number>;
  joinedAt: Date;
};

export type AgentSocketTable = { enterpriseId: string; socketId: string; userId: string; sessionId: string; seenUntil: Date };

export type AgentDeskTable = {
  enterpriseId: string;
  userId: string;
  /** Holds now; `wish` holds while the agent is connected */
  status: Default<number>;
  wish: Default<number>;
  reason: Default<string>;
  since: Default<Date>;
  /** Hundredths of chats: triggers of chats and offers count it, nobody else writes it */
  load: ColumnType<number, never, never>;
  idleSince: Default<Date>;
  turn: Default<number>;
  missedInRow: Default<number>;
  version: Default<number>;
};

export type ChatOfferTable = {
  enterpriseId: string;
  offerId: string;
  chatId: string;
  kind: 'transfer' | 'invite' | 'assign';
  fromUserId: string;
  toUserId: string;
  note: Default<string>;
  state: Default<'waiting' | 'accepted' | 'declined' | 'expired' | 'withdrawn'>;
  createdAt: Date;
  expiresAt: Date;
};

export type StoredAttachment = { id: string; name: string; type: string; size: number; isUnusual?: true; hasPlayable?: true };

export type ChatActionTable = {
  enterpriseId: string;
  chatId: string;
  number: number;
  actedOn: Date;
  actionId: string;
  actionType: number;
  authorKind: 'customer' | 'agent' | 'bot' | 'system';
  authorId: string | null;
  authorName: string;
  message: Default<string>;
  attachment: ColumnType<StoredAttachment | null, string | null, string | null>;
  messageKey: Default<string>;
  detail: Json<Record<string, unknown>>;
};

export type MessageTable = {
  enterpriseId: string;
  messageId: string;
  createdAt: Date;
  channelId: string;
  /** null: somebody outside of the phone book */
  customerId: string | null;
  direction: 'in' | 'out';
  source: MessageSource;
  resourceId: string;
  number: Default<number>;
  status: LedgerStatus;
  reason: Default<string>;
  statusAt: Date;
  address: Default<string>;
  templateId: Default<string | null>;
  content: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>;
  vendorMessageId: Default<string>;
  attempts: Default<number>;
  /** Millionths of the wallet's currency */
  cost: Default<number>;
  units: Default<number>;
  /** null: nobody asks anything for it */
  rateId: Default<string | null>;
  isSandbox: Default<boolean>;
  /** Number of its content among several of a first part, counted from 1; null: the run's */
  contentNumber: Default<number | null>;
  /** The chat of a stream's message, whose entry has the number; null: the resource says it all */
  chatId: Default<string | null>;
};

export type MessageKeyTable = {
  enterpriseId: string;
  senderId: string;
  messageKey: string;
  chatId: string;
  number: number;
  createdAt: CreatedAt;
};

/** Tables of channels, chats and messages. */
export type ChatTranscriptTable = {
  enterpriseId: string;
  chatId: string;
  number: number;
  text: string;
  createdBy: string;
  createdAt: ColumnType<Date, Date | undefined, never>;
};

export type ChatTables = {
  channels: ChannelTable;
  chats: ChatTable;
  chatParticipants: ChatParticipantTable;
  agentSockets: AgentSocketTable;
  agentDesks: AgentDeskTable;
  chatOffers: ChatOfferTable;
  chatLabels: ChatLabelTable;
  chatSettings: ChatSettingsTable;
  chatClocks: ChatClockTable;
  chatClockLooks: ChatClockLookTable;
  chatActions: ChatActionTable;
  messages: MessageTable;
  messageKeys: MessageKeyTable;
  chatTranscripts: ChatTranscriptTable;
};
