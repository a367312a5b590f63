import type {
  LedgerStatus,
  MessageActKind,
  MessageSource,
  TemplateCategory,
  TemplateComponent,
  TemplateExtra,
  TemplateStatus,
} from '@parley/contract';
import type { ColumnType } from 'kysely';

type Default<T> = ColumnType<T, T | undefined, T>;
type Json<T> = ColumnType<T, string, string>;
type DefaultJson<T> = ColumnType<T, string | undefined, string>;
type NullableJson<T> = ColumnType<T | null, string | null | undefined, string | null>;
type CreatedAt = ColumnType<Date, Date | undefined, never>;

export type TemplateTable = {
  enterpriseId: string;
  templateId: string;
  channelId: string;
  name: string;
  language: string;
  category: TemplateCategory;
  components: Json<TemplateComponent[]>;
  extra: DefaultJson<TemplateExtra>;
  status: Default<TemplateStatus>;
  statusReason: Default<string>;
  quality: Default<string>;
  vendorTemplateId: Default<string>;
  replacesId: Default<string | null>;
  version: Default<number>;
  lastSentAt: Default<Date | null>;
  syncedAt: Default<Date | null>;
  submittedAt: Default<Date | null>;
  createdBy: Default<string | null>;
  createdAt: CreatedAt;
  updatedAt: Default<Date>;
  deletedAt: Default<Date | null>;
};

export type MessageEventTable = {
  enterpriseId: string;
  messageId: string;
  at: Date;
  eventId: ColumnType<string, never, never>;
  kind: 'attempt' | 'receipt' | 'note';
  status: string;
  attempt: Default<number>;
  detail: NullableJson<Record<string, unknown>>;
};

export type SendRunTable = {
  enterpriseId: string;
  runId: string;
  source: Extract<MessageSource, 'CAMPAIGN' | 'BROADCAST' | 'JOURNEY'>;
  channelId: string;
  templateId: string | null;
  message: Json<unknown>;
  isMarketing: Default<boolean>;
  state: Default<'scheduled' | 'freezing' | 'sending' | 'cancelling' | 'cancelled' | 'done'>;
  frozenUpTo: Default<number>;
  freezeCursor: Default<string>;
  createdAt: CreatedAt;
  startsAt: Default<Date | null>;
  isPaused: Default<boolean>;
  isOpen: Default<boolean>;
  pauseReason: Default<'' | 'ASKED' | 'FIRST_WAVE' | 'LIMITS' | 'NO_BALANCE' | 'CHOICE' | 'TEMPLATE' | 'LATE' | 'CLOSED'>;
  perMinute: Default<number | null>;
  releaseLeft: Default<number | null>;
  releasedAt: Default<Date | null>;
  quietHours: NullableJson<{ from: string; to: string }>;
  heldAt: Default<Date | null>;
  /** The calendar whose open hours it keeps; null: it sends at any hour */
  calendarId: Default<string | null>;
  contents: NullableJson<unknown>;
  chosenContent: Default<number | null>;
  plannedContents: Default<number>;
};

export type BroadcastStatus = 'QUEUED' | 'IN_PROGRESS' | 'COMPLETED' | 'PARTIALLY_FAILED' | 'FAILED' | 'CANCELLED';
export type BroadcastTable = {
  enterpriseId: string;
  broadcastId: string;
  name: string;
  channelId: string;
  templateId: string | null;
  message: Json<unknown>;
  columnMapping: DefaultJson<unknown[]>;
  phoneNumbers: DefaultJson<string[]>;
  groupIds: DefaultJson<string[]>;
  country: Default<string>;
  resourceType: Default<string>;
  resourceId: Default<string>;
  status: Default<BroadcastStatus>;
  createdBy: string;
  createdAt: CreatedAt;
  requestKey: Default<string>;
};

export type AudienceFileTable = {
  enterpriseId: string;
  fileId: string;
  name: string;
  storedFileId: string | null;
  channelType: number;
  country: Default<string>;
  columns: DefaultJson<string[]>;
  delimiter: ',' | ';' | '\t';
  state: Default<'READING' | 'READY' | 'ERROR'>;
  rowCount: Default<number>;
  invalidCount: Default<number>;
  error: Default<string>;
  sha256: string;
  sizeBytes: number;
  markBytes: number;
  byteOffset: Default<number>;
  lineNumber: Default<number>;
  createdBy: string | null;
  createdAt: CreatedAt;
};
export type AudienceRowTable = {
  enterpriseId: string;
  fileId: string;
  number: number;
  address: string;
  given: string;
  fault: Default<string>;
  cells: Json<string[]>;
};

type SendSeat = {
  enterpriseId: string;
  channelId: string;
  priority: number;
  createdAt: Date;
  runId: Default<string | null>;
  /** null: a range */
  messageId: Default<string | null>;
  firstNumber: Default<number | null>;
  lastNumber: Default<number | null>;
  lane: Default<string>;
};
export type SendQueueTable = SendSeat & {
  place: ColumnType<number, never, never>;
  dueAt: Date;
  size: Default<number>;
  isHeld: Default<boolean>;
  /** Waits for the end of quiet hours, which is when it is due */
  isQuiet: Default<boolean>;
};
export type SendWireTable = SendSeat & { wireId: string; workerId: string; place: number };

export type MessageHandoverTable = {
  enterpriseId: string;
  messageId: string;
  at: Date;
  createdAt: Date;
  channelId: string;
  vendorMessageId: string;
  attempt: number;
};

export type ChannelSpeedTable = {
  enterpriseId: string;
  channelId: string;
  tokens: number;
  filledAt: Date;
  blockedUntil: Default<Date>;
  found: Default<number | null>;
  knownGood: Default<number | null>;
  foundAt: Default<Date | null>;
};

export type RawEventTable = {
  enterpriseId: string;
  eventId: string;
  receivedAt: Date;
  channelId: string;
  vendor: string;
  method: string;
  query: Default<string>;
  headers: Json<Record<string, string>>;
  body: Buffer;
  proof: 'ok' | 'unsigned' | 'bad';
};
export type RawEventQueueTable = {
  enterpriseId: string;
  channelId: string;
  eventId: string;
  receivedAt: Date;
  tries: Default<number>;
  dueAt: Default<Date>;
  lastError: Default<string>;
};

export type MessageActTable = {
  enterpriseId: string;
  actId: string;
  place: ColumnType<number, never, never>;
  channelId: string;
  chatId: string;
  number: number;
  kind: MessageActKind;
  address: string;
  target: string;
  value: string;
  isCaption: Default<boolean>;
  state: Default<'queued' | 'sending' | 'sent' | 'failed' | 'unknown'>;
  attempts: Default<number>;
  dueAt: Date;
  authorId: string;
  authorName: string;
  createdAt: Date;
  settledAt: Default<Date | null>;
};

export type WaitingReceiptTable = {
  enterpriseId: string;
  receiptId: string;
  channelId: string;
  vendorMessageId: string;
  ourId: Default<string>;
  status: string;
  at: Date;
  detail: NullableJson<Record<string, unknown>>;
  receivedAt: Date;
  isOrphan: Default<boolean>;
};

export type BlacklistTable = {
  enterpriseId: string;
  entryId: string;
  address: string;
  kind: 'blocked' | 'opted_out';
  reason: Default<string>;
  source: 'manual' | 'customer' | 'complaint' | 'import';
  channelId: Default<string | null>;
  createdBy: Default<string | null>;
  createdAt: CreatedAt;
  removedBy: Default<string | null>;
  removedAt: Default<Date | null>;
  removedReason: Default<string>;
  version: Default<number>;
};

export type SendingSettingsTable = { enterpriseId: string; settings: Json<unknown>; version: Default<number> };

export type MessageCountTable = {
  enterpriseId: string;
  day: Date;
  channelId: string;
  source: MessageSource;
  runId: string;
  direction: 'in' | 'out';
  status: LedgerStatus;
  reason: string;
  count: number;
  cost: number;
  units: Default<number>;
  /** Zeros: none */
  rateId: Default<string>;
  /** Number of the content among several of a first part, counted from 1; 0: none of its own */
  contentNumber: Default<number>;
};

/** A count that a report draws: @property at the hour, of kinds that have one; @property hours after which it was read */
export type RunTallyTable = {
  enterpriseId: string;
  runId: string;
  kind: 'delivered' | 'read' | 'read_after' | 'failed';
  at: Default<Date>;
  hours: Default<number>;
  reason: Default<string>;
  code: Default<string>;
  count: number;
};

/** The cost of a message that was booked as handed over and has failed since. */
export type MessageRefundTable = { enterpriseId: string; messageId: string; refundId: ColumnType<number, never, never>; cost: number };

export type CostTotalTable = { enterpriseId: string; class: 'open' | 'spent'; cost: number };

/** The result of a form's last connection test; the form is named by a keyed hash alone. */
export type ChannelTestTable = { enterpriseId: string; formHash: string; failure: string; testedAt: Default<Date> };

/** Tables of templates, sending, receipts and their counts. */
export type SendingTables = {
  templates: TemplateTable;
  messageEvents: MessageEventTable;
  sendRuns: SendRunTable;
  audienceFiles: AudienceFileTable;
  audienceRows: AudienceRowTable;
  broadcasts: BroadcastTable;
  sendQueue: SendQueueTable;
  sendWire: SendWireTable;
  messageHandovers: MessageHandoverTable;
  channelSpeeds: ChannelSpeedTable;
  channelTests: ChannelTestTable;
  rawEvents: RawEventTable;
  rawEventQueue: RawEventQueueTable;
  waitingReceipts: WaitingReceiptTable;
  messageActs: MessageActTable;
  blacklist: BlacklistTable;
  sendingSettings: SendingSettingsTable;
  messageRefunds: MessageRefundTable;
  costTotals: CostTotalTable;
  messageCounts: MessageCountTable;
  messageCountChanges: MessageCountTable & { changeId: ColumnType<number, never, never> };
  runTallies: RunTallyTable;
  runTallyChanges: RunTallyTable & { changeId: ColumnType<number, never, never> };
};
