import type {
  AccountStep,
  AlarmKind,
  AssistLanguage,
  CallConsent,
  ChatConfig,
  ChatFieldKind,
  ChatViewFilter,
  LateCause,
  LaterReason,
  LaterState,
  LedgerStatus,
  MacroStep,
  MailDraft,
  MessageSource,
  NumberStep,
  PolicyAct,
  RecordingState,
  RoomState,
  RuleAct,
  RuleEvent,
  RuleGroup,
  ScenarioChange,
  ScenarioState,
  ServiceClock,
  SiteConditions,
  SiteFormField,
  SiteFormWhen,
  StepState,
  silentEnds,
  TargetValues,
  WebChannelData,
} from '@parley/contract';
import type { ColumnType, Generated } from 'kysely';

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
  /** The server by which its mails leave, where its mailbox names one: JSON, sealed */
  sealedMailServer: Default<string>;
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
  /** The encap whose page it is: lists of channels hide it */
  pageOf: Default<string | null>;
  version: Default<number>;
  createdAt: CreatedAt;
  deletedAt: Default<Date | null>;
};

/** @property told values that the page has told of its visitor. @property greeting words by which a rule spoke first. @property email left by somebody who met nobody, or told in the form before the chat, as `phone` is. @property byPhone the visitor talks by WhatsApp now: `since` the entry of this number, and `at` last */
export type Visit = {
  pageUrl?: string;
  pageTitle?: string;
  userAgent?: string;
  language?: string;
  told?: Record<string, string>;
  greeting?: string;
  email?: string;
  phone?: string;
  byPhone?: { since: number; at: string };
};

export type ChannelIdentityTable = {
  enterpriseId: string;
  channelId: string;
  sealedSecret: string;
  last4: string;
  sealedFormer: Default<string>;
  formerUntil: Default<Date | null>;
  changedBy: string | null;
  changedAt: Date;
};

/** A step of an onboarding as it was tried last. */
export type KeptStep = { state: StepState; at: string; by: string; text: string };
type KeptSteps<S extends string> = ColumnType<Partial<Record<S, KeptStep>>, string | undefined, string>;

export type WhatsAppOnboardingTable = {
  enterpriseId: string;
  onboardingId: string;
  environment: 'sandbox' | 'production';
  wabaId: Default<string>;
  wabaName: Default<string>;
  accountIds: Default<string[]>;
  sealedToken: Default<string>;
  tokenExpiresAt: Default<Date | null>;
  isTokenOver: Default<boolean>;
  steps: KeptSteps<AccountStep>;
  revision: Default<number>;
  requestKey: Default<string>;
  startedBy: string;
  startedByName: string;
  createdAt: Date;
  changedAt: Date;
};

export type WhatsAppNumberTable = {
  enterpriseId: string;
  onboardingId: string;
  phoneNumberId: string;
  environment: 'sandbox' | 'production';
  phone: string;
  verifiedName: Default<string>;
  channelId: string;
  sealedPin: Default<string>;
  codeMethod: Default<'' | 'SMS' | 'VOICE'>;
  codeSentAt: Default<Date | null>;
  codeTries: Default<number>;
  messageId: Default<string | null>;
  steps: KeptSteps<NumberStep>;
  createdAt: Date;
};

export type MailboxTable = {
  enterpriseId: string;
  channelId: string;
  host: string;
  port: number;
  security: 'tls' | 'starttls' | 'none';
  login: 'password' | 'oauth';
  username: string;
  tokenUrl: Default<string>;
  clientId: Default<string>;
  /** Password, client secret, refresh token and password of the sending server: JSON, sealed */
  sealedSecrets: Default<string>;
  folder: Default<string>;
  aliases: Default<string[]>;
  authservId: Default<string>;
  smtpHost: Default<string>;
  smtpPort: Default<number>;
  smtpSecurity: Default<'' | 'tls' | 'starttls' | 'none'>;
  smtpSameLogin: Default<boolean>;
  smtpUsername: Default<string>;
  state: 'OFF' | 'CONNECTING' | 'ON' | 'FAILING';
  lastError: Default<string>;
  failingSince: Default<Date | null>;
  isTold: Default<boolean>;
  lastReadAt: Default<Date | null>;
  askedAt: Default<Date | null>;
  uidValidity: Default<number | null>;
  lastUid: Default<number>;
  version: Default<number>;
  changedAt: Date;
};

export type MailboxMailTable = {
  enterpriseId: string;
  channelId: string;
  uidValidity: number;
  uid: number;
  messageKey: Buffer;
  takenAt: Date;
};

/** A chat that is continued by mail with an address, in lower case. */
export type MailRouteTable = { enterpriseId: string; chatId: string; address: string; channelId: string; createdAt: Date };

/** @property messageId without angle brackets @property page the cleaned page; '': it has none */
export type ChatMailTable = {
  enterpriseId: string;
  chatId: string;
  number: number;
  channelId: string;
  messageId: string;
  page: Default<string>;
  createdAt: Date;
};

export type IdentityUseTable = { enterpriseId: string; channelId: string; jti: string; address: string; expiresAt: Date };

export type VisitorEventTable = {
  enterpriseId: string;
  eventId: string;
  channelId: string;
  address: string;
  customerId: string | null;
  name: string;
  data: ColumnType<Record<string, string>, string | undefined, string>;
  pageUrl: Default<string>;
  at: Date;
};

export type TranscriptAskTable = {
  enterpriseId: string;
  askId: string;
  chatId: string;
  email: string;
  codeHash: Buffer;
  network: Default<Buffer>;
  tries: Default<number>;
  createdAt: Date;
  sentAt: Default<Date | null>;
};

export type SiteRuleTable = {
  enterpriseId: string;
  ruleId: string;
  channelId: string;
  name: string;
  conditions: Json<SiteConditions>;
  act: 'greeting' | 'stream';
  greeting: Default<string>;
  journeyId: Default<string | null>;
  inHours: Default<boolean>;
  notAgainDays: Default<number>;
  place: number;
  isActive: Default<boolean>;
  version: Default<number>;
  createdAt: CreatedAt;
};

export type SiteFormTable = {
  enterpriseId: string;
  channelId: string;
  asked: SiteFormWhen;
  fields: Json<SiteFormField[]>;
  consent: Default<string>;
  consents: ColumnType<Record<string, string>, string | undefined, string>;
  version: Default<number>;
  changedAt: Date;
};

export type SiteRuleShowTable = {
  enterpriseId: string;
  showId: string;
  /** Null: the rule was deleted */
  ruleId: string | null;
  greeting: Default<string>;
  channelId: string;
  address: string;
  customerId: string | null;
  pageUrl: Default<string>;
  at: Date;
  openedAt: Default<Date | null>;
  answeredAt: Default<Date | null>;
  chatId: Default<string | null>;
};

/** Seconds after which a clock of a policy is amber, red and due; 0: it is not */
export type PolicyTimes = { amber: number; red: number; act: number };
/**
 * A policy as far as a chat may come under it.
 * @property ends its act takes the chat away from its agent
 * @property resolution absent: it has no time
 */
export type HeldPolicy = {
  id: string;
  from: number;
  to: number;
  isOpen: boolean;
  ends: boolean;
  first: PolicyTimes;
  next: PolicyTimes;
  resolution?: PolicyTimes;
};
/** Seconds by which a chat's clocks run; what is left out is switched off */
export type ServiceRules = {
  agentRemind?: number;
  agentRequeue?: number;
  customerRemind?: number;
  customerEnd?: number;
  customerEndAct?: (typeof silentEnds)[number];
  suspendedMost?: number;
  policies?: HeldPolicy[];
};
export type ClockStep = 'remind' | 'requeue' | 'ask' | 'park' | 'close' | 'resume' | 'act';
/**
 * A clock of service that runs.
 * @property key what it runs for: another one begins anew
 * @property steps what is still to happen
 * @property did what has happened already
 * @property dueAt of its row; null: it has none
 */
export type RunningClock = {
  since: string;
  key: string;
  policyId: string | null;
  amberAt: string | null;
  redAt: string | null;
  steps: { does: ClockStep; at: string; ends: boolean }[];
  did: ClockStep[];
  dueAt: string | null;
};
/** A time in which the resolution stood still; null: it does so now. */
export type Rest = [from: string, to: string | null];
/**
 * Facts that the clock `resolution` counts by, kept until the chat is closed.
 * @property since its beginning, where that is not the first pickup
 * @property acted policies whose act has happened
 */
export type KeptResolution = { since?: string; rests?: Rest[]; acted?: string[] };
/** @property hasWoken the chat has been suspended since an agent's last answer */
export type ChatService = {
  rules?: ServiceRules;
  running?: Partial<Record<ServiceClock, RunningClock>>;
  hasWoken?: true;
  resolution?: KeptResolution;
};

/** The way by which an agent came to a chat, and by which it left them. */
export type SpellBegin = 'picked' | 'assigned' | 'routed' | 'transferred' | 'taken' | 'moved' | 'reopened' | 'unknown';
export type SpellEnd = 'closed' | 'transferred' | 'taken' | 'requeued' | 'returned' | 'unknown';
/** The one who has ended a chat; streams, bots and keys are 'bot'. */
export type ChatEnder = 'agent' | 'customer' | 'system' | 'bot';

/**
 * Facts that reports count of a chat and its work does not need; put_chat_facts.sql reads it.
 * @property queuedAt its first place in the queue @property movedAt the last change of its owner, its end included
 * @property repliedAt the owner's own first message @property spellSuspendedMs of suspendedMs, those of the present owner
 * @property leftSuspendedMs those of the owner before
 */
export type ChatCourse = {
  queuedAt?: string;
  movedAt?: string;
  begun?: SpellBegin;
  left?: SpellEnd;
  firstAgentId?: string;
  lastAgentId?: string;
  repliedAt?: string;
  suspendedAt?: string;
  suspendedMs?: number;
  spellSuspendedMs?: number;
  leftSuspendedMs?: number;
  transfers?: number;
  endedBy?: ChatEnder;
  missedReason?: number;
};

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
  /** Seconds of open time until the first pickup */
  openWaitSeconds: Default<number | null>;
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
  /** The former column of the priority, written for the version before */
  queuePriority: Default<number>;
  /** 0 to 9: the most urgent waiting chat is served first */
  priority: Default<number>;
  /** Hundredths that it counts on a desk */
  weight: Default<number>;
  /** Hundredths of them that its open call adds; null: it has none */
  callWeight: Default<number | null>;
  rankAt: Default<Date | null>;
  /** Facts of domains/chat/routing/chat.fit.ts */
  routing: ColumnType<Record<string, unknown>, string | undefined, string>;
  fitKey: Default<string>;
  /** Clocks of service: what holds for the chat, and which of them run */
  service: ColumnType<ChatService, string | undefined, string>;
  course: ColumnType<ChatCourse, string | undefined, string>;
  /** The walk through a stream that goes on when people have ended the chat */
  returnsTo: Default<string | null>;
  /** Its ending asks for a rating */
  asksRating: Default<boolean>;
  /** Settings that it keeps: the last number when it first waited for people */
  settingsNo: Default<number | null>;
  /** Rises with each change of agent, department or queue: a trigger counts it, nobody else writes it */
  routeNo: ColumnType<number, never, never>;
  /** The number that people say, without its check digit; null: it had ended before there were numbers */
  chatNo: Default<number | null>;
  /** The number of its last side line */
  lastSide: Default<number>;
  /** Values of own fields by the fields' ids */
  fields: ColumnType<Record<string, string>, string | undefined, string>;
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

/** @property given how many of its hundred numbers are given; see take_chat_number.sql */
export type ChatNumberTable = { enterpriseId: string; blockNo: number; given: number };

export type ChatLabelMarkTable = {
  enterpriseId: string;
  chatId: string;
  labelId: string;
  /** Null: nobody in person, or somebody before there were marks */
  markedBy: Default<string | null>;
  at: Default<Date>;
};

/** A line of the second record, which never leaves the enterprise */
export type ChatSideTable = {
  enterpriseId: string;
  chatId: string;
  sideNo: number;
  at: Date;
  kind: 'note' | 'act' | 'clock' | 'rule';
  /** Null: of a clock that was due */
  authorId: string | null;
  authorName: string;
  text: Default<string>;
  mentions: Json<{ uId: string; name: string }[]>;
  sideKey: Default<string>;
  detail: Json<Record<string, unknown>>;
};

/** A mention that its user has not read yet */
export type ChatMentionTable = { enterpriseId: string; userId: string; mentionId: string; chatId: string; sideNo: number; at: Date };
export type QuickReplyTable = {
  enterpriseId: string;
  replyId: string;
  /** Null: of all departments */
  deptId: string | null;
  shortcut: string;
  /** The shortcut as it is found */
  shortcutKey: string;
  textEn: Default<string>;
  textHi: Default<string>;
  usedCount: Default<number>;
  version: Default<number>;
  createdAt: CreatedAt;
  deletedAt: Date | null;
};

export type ChatDraftTable = {
  enterpriseId: string;
  userId: string;
  chatId: string;
  text: string;
  seen: number | null;
  revision: number;
  savedAt: Default<Date>;
  /** Subject and recipients of a reply by mail */
  mail: ColumnType<MailDraft | null, string | null | undefined, string | null>;
};

/** An own field of chats: of the chats of a department, or of all. */
export type ChatFieldTable = {
  enterpriseId: string;
  fieldId: string;
  /** Null: of all departments */
  deptId: string | null;
  name: string;
  kind: ChatFieldKind;
  options: Json<readonly string[]>;
  isRequired: Default<boolean>;
  isActive: Default<boolean>;
  /** Chats have had values of it */
  isUsed: Default<boolean>;
  place: number;
  version: Default<number>;
  createdAt: CreatedAt;
};

/** A saved view of the inbox is of a user, of a department, or of the enterprise. */
export type ChatViewTable = {
  enterpriseId: string;
  viewId: string;
  /** Null: not somebody's own */
  userId: string | null;
  /** Null: of no department */
  deptId: string | null;
  name: string;
  filter: Json<ChatViewFilter>;
  /** The label that the filter names; kept when it has gone. Null: none, or words of an agent's own */
  labelId: string | null;
  place: number;
  version: Default<number>;
  createdAt: CreatedAt;
};

/** A macro is of a user, of a department, or of the enterprise. */
export type ChatScenarioTable = {
  enterpriseId: string;
  scenarioId: string;
  name: string;
  fromDate: Date;
  toDate: Date;
  /** Empty text: chats of no department */
  departments: string[];
  changes: Json<ScenarioChange[]>;
  createdBy: string;
  createdAt: CreatedAt;
  state: ScenarioState;
  failure: Default<string>;
  /** The run that may tell: a new one takes the place of the one before */
  runId: string;
  done: Default<number>;
  ofAll: Default<number>;
  toldAt: Date;
  result: ColumnType<unknown, string | null | undefined, string | null>;
  finishedAt: Default<Date | null>;
};

export type MacroTable = {
  enterpriseId: string;
  macroId: string;
  /** Null: not somebody's own */
  userId: string | null;
  /** Null: of no department */
  deptId: string | null;
  name: string;
  /** '': no key runs it */
  letter: Default<string>;
  steps: Json<readonly MacroStep[]>;
  place: number;
  version: Default<number>;
  createdAt: CreatedAt;
};

/** @property deptId null: of all departments @property waitMinutes of the event `waits` alone */
export type ChatRuleTable = {
  enterpriseId: string;
  ruleId: string;
  deptId: string | null;
  name: string;
  event: RuleEvent;
  waitMinutes: Default<number>;
  isOn: Default<boolean>;
  groups: Json<RuleGroup[]>;
  acts: Json<RuleAct[]>;
  place: number;
  version: Default<number>;
  createdAt: CreatedAt;
};

/** A macro that was run: a repeat under the key does nothing more. */
export type MacroRunTable = {
  enterpriseId: string;
  userId: string;
  requestKey: string;
  chatId: string;
  done: number;
  ranAt: Default<Date>;
};

export type ScheduledMessageTable = {
  enterpriseId: string;
  scheduledId: string;
  chatId: string;
  writerId: string;
  writerName: string;
  text: string;
  attachment: ColumnType<StoredAttachment | null, string | null, string | null>;
  dueAt: Date;
  zone: string;
  onlyIfSilent: boolean;
  /** Messages that the customer had written when it was planned */
  customerCount: number;
  /** 'filed': it has a file, and `fileState` is its own state */
  state: Default<LaterState | 'sent' | 'filed'>;
  fileState: Default<LaterState | null>;
  reason: Default<LaterReason | ''>;
  /** The time at which a worker looks at it */
  tryAt: Date;
  requestKey: string;
  version: Default<number>;
  /** The time since when a planned one cannot be stored, or when it was settled */
  settledAt: Default<Date | null>;
  createdAt: CreatedAt;
};

export type QuickReplyWordTable = { enterpriseId: string; word: string; replyId: string };

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
export type ChatClockTable = { enterpriseId: string; chatId: string; kind: string; startedAt: Date; dueAt: Date; ends: Default<boolean> };

export type ClockPolicyTable = {
  enterpriseId: string;
  policyId: string;
  name: string;
  /** Null: of all departments */
  deptId: string | null;
  groupId: string | null;
  fromPriority: Default<number>;
  toPriority: Default<number>;
  inOpenHours: Default<boolean>;
  firstAmberSeconds: Default<number>;
  firstRedSeconds: Default<number>;
  firstActSeconds: Default<number>;
  nextAmberSeconds: Default<number>;
  nextRedSeconds: Default<number>;
  nextActSeconds: Default<number>;
  resolutionAmberSeconds: Default<number>;
  resolutionRedSeconds: Default<number>;
  resolutionActSeconds: Default<number>;
  act: Default<PolicyAct>;
  actPriority: Default<number>;
  actDeptId: string | null;
  place: number;
  version: Default<number>;
  createdAt: CreatedAt;
  deletedAt: Default<Date | null>;
};

/** Words of a message, by which it is found; the month is that of its entry */
export type ChatSearchTable = { enterpriseId: string; chatId: string; number: number; actedOn: Date; words: string };

/** One row for the whole installation, which functions of the database alone read and write */
export type ChatSearchLookTable = { isOnly: Default<boolean>; lookedTo: Date };

/** A change of a chat's facts after the day on which it counts; triggers write it. */
export type ChatLateChangeTable = {
  enterpriseId: string;
  chatId: string;
  changeNo: Generated<number>;
  changedAt: Default<Date>;
  localDay: Date;
  cause: LateCause;
  former: ColumnType<Record<string, unknown> | null, string | null, string | null>;
  labels: string[] | null;
};

/** Values that figures are to reach, of a department or of the enterprise; each step holds from its day on. */
export type ChatTargetsTable = {
  enterpriseId: string;
  targetsId: string;
  deptId: string | null;
  steps: Json<TargetStep[]>;
  version: Default<number>;
};
export type TargetStep = { from: string; values: TargetValues };

/** A chat as reports count it: triggers write it, nobody else does. */
export type ChatFactTable = {
  enterpriseId: string;
  chatId: string;
  createdAt: Date;
  localDay: Date;
  localHour: number;
  channelId: string;
  deptId: string | null;
  isSandbox: boolean;
  outcome: 'open' | 'closed' | 'missed';
  isAttended: boolean;
  wasMissed: boolean;
  missedReason: number | null;
  endedBy: ChatEnder | null;
  endedAt: Date | null;
  firstAgentId: string | null;
  lastAgentId: string | null;
  waitMs: number | null;
  firstReplyMs: number | null;
  handlingMs: number | null;
  suspendedMs: number;
  transfers: number;
  asksRating: boolean;
  rating: number | null;
  /** Null: the facts were made before this was recorded */
  inOpenHours: boolean | null;
};

/** The time for which an agent had a chat: triggers write it. */
export type ChatSpellTable = {
  enterpriseId: string;
  chatId: string;
  spellNo: number;
  userId: string;
  localDay: Date;
  beganAt: Date;
  begun: SpellBegin;
  endedAt: Date | null;
  ended: SpellEnd | null;
  firstReplyMs: number | null;
  suspendedMs: Default<number>;
};

export type ChatParticipantTable = {
  enterpriseId: string;
  chatId: string;
  userId: string;
  kind: 'owner' | 'invited' | 'left';
  isPinned: Default<boolean>;
  readNumber: Default<number>;
  readCount: Default<number>;
  joinedAt: Date;
  /** Beginning of the chat: written by a trigger */
  chatCreatedAt: ColumnType<Date | null, never, never>;
};

export type AgentSocketTable = { enterpriseId: string; socketId: string; userId: string; sessionId: string; seenUntil: Date };

export type AgentStatusKindTable = {
  enterpriseId: string;
  statusId: string;
  name: string;
  nameHi: Default<string>;
  colour: string;
  /** One of `agentStatuses`: online or away */
  base: number;
  isRouted: boolean;
  /** Departments whose agents may choose it; none: all agents */
  deptIds: Default<string[]>;
  place: number;
  isActive: Default<boolean>;
  version: Default<number>;
  createdAt: Default<Date>;
};

export type SkillTable = { enterpriseId: string; skillId: string; name: string; version: Default<number>; createdAt: Default<Date> };

/** Level of an agent, 1 to 5 */
export type AgentSkillTable = { enterpriseId: string; userId: string; skillId: string; level: number };

/** Null department: all that have no line of their own */
export type SkillNeedTable = {
  enterpriseId: string;
  needId: Generated<number>;
  skillId: string;
  deptId: string | null;
  level: number;
  seconds: number;
};

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
  rampSince: Default<Date | null>;
  rampMinute: Default<number>;
  rampTaken: Default<number>;
  wrapUntil: Default<Date | null>;
  /** The agent's looks at hidden contact details within the last hour */
  reveals: Default<Date[]>;
  /** The own status that was chosen, in force while its base is the status that holds */
  statusKindId: Default<string | null>;
  /** The program gives chats while the status is online */
  isRouted: Default<boolean>;
  /** The supervisor who has set the status for the agent; null: they themselves, or the program */
  statusBy: Default<string | null>;
};

/** A status of an agent and its time: triggers of desks write it, nobody else does */
export type AgentPresenceTable = {
  enterpriseId: string;
  userId: string;
  startedAt: Date;
  /** Null: it lasts */
  endedAt: Date | null;
  status: number;
  statusKindId: string | null;
  reason: string;
  byUserId: string | null;
};

/** @property deptId null: for the chats of no department */
export type ChatAlarmLimitsTable = {
  enterpriseId: string;
  limitsId: string;
  deptId: string | null;
  waitSeconds: Default<number>;
  unansweredSeconds: Default<number>;
  queueLength: Default<number>;
  nobodyOnline: Default<boolean>;
  version: Default<number>;
};

/** An alarm that rings. @property belowSince since when the figure is below the limit; null: it is not */
export type ChatAlarmTable = {
  enterpriseId: string;
  alarmId: string;
  deptId: string | null;
  kind: AlarmKind;
  since: Date;
  belowSince: Date | null;
  figure: number;
  limitValue: number;
};

export type RoutingPoolTable = {
  enterpriseId: string;
  isRouted: boolean;
  roundNo: Default<number>;
  lastTurn: Default<number>;
  lookAt: Default<Date | null>;
};

export type RoutingAskTable = { enterpriseId: string; askId: Generated<number>; at: Default<Date> };

export type RouteRoundTable = { enterpriseId: string; roundNo: number; at: Default<Date>; seen: string; decided: number; isCut: boolean };

export type RouteDecisionTable = {
  enterpriseId: string;
  chatId: string;
  decidedAt: Default<Date>;
  roundNo: number;
  userId: string;
  kind: 'offer' | 'direct';
  reasons: Json<Record<string, unknown>>;
};

export type ChatOfferTable = {
  enterpriseId: string;
  offerId: string;
  chatId: string;
  kind: 'transfer' | 'invite' | 'assign';
  /** Null: the router, or a key */
  fromUserId: string | null;
  /** Name of the key that has made the offer; '': a user or the router has */
  fromName: Default<string>;
  toUserId: string;
  weight: Default<number>;
  note: Default<string>;
  state: Default<'waiting' | 'accepted' | 'declined' | 'expired' | 'withdrawn'>;
  createdAt: Date;
  expiresAt: Date;
};

export type StoredAttachment = {
  id: string;
  name: string;
  type: string;
  size: number;
  isUnusual?: true;
  hasPlayable?: true;
  isVoice?: true;
};

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

/** @property sourceMd5 of the words that were translated */
export type ChatTranslationTable = {
  enterpriseId: string;
  chatId: string;
  number: number;
  language: AssistLanguage;
  text: string;
  sourceMd5: string;
  createdBy: string;
  createdAt: ColumnType<Date, Date | undefined, never>;
};

/** A video call of a chat. */
export type VideoRoomTable = {
  enterpriseId: string;
  roomId: string;
  chatId: string;
  userId: string;
  state: Default<RoomState>;
  consent: Default<CallConsent>;
  codeHash: Default<Buffer | null>;
  sealedCode: Default<string>;
  createdAt: Date;
  liveAt: Default<Date | null>;
  endedAt: Default<Date | null>;
  /** Both sides were told of the end */
  isTold: Default<boolean>;
};

export type VideoPersonTable = {
  enterpriseId: string;
  roomId: string;
  personId: string;
  kind: 'agent' | 'customer';
  tokenHash: Buffer;
  joinedAt: Default<Date | null>;
  seenAt: Date;
  leftAt: Default<Date | null>;
  ending: Default<'' | 'left' | 'ended' | 'lost'>;
  joins: Default<number>;
};

export type VideoRecordingTable = {
  enterpriseId: string;
  recordingId: string;
  roomId: string;
  chatId: string;
  userId: string;
  state: Default<RecordingState>;
  parts: Default<number>;
  bytes: Default<number>;
  ms: Default<number>;
  startedAt: Date;
  seenAt: Date;
  /** Its parts in one file, once they are put together */
  fileId: Default<string | null>;
};

export type VideoPartTable = { enterpriseId: string; recordingId: string; part: number; fileId: string };

/** A conversation that was led in another product. */
export type MovedChatTable = {
  enterpriseId: string;
  movedId: string;
  moveId: string;
  source: string;
  key: string;
  contactKey: Default<string>;
  customerId: string | null;
  contactName: Default<string>;
  contactAddress: Default<string>;
  inboxKey: Default<string>;
  inboxName: Default<string>;
  channelId: string | null;
  teamKey: Default<string>;
  teamName: Default<string>;
  deptId: string | null;
  agentKeys: Default<string[]>;
  agentNames: Default<string[]>;
  userIds: Default<string[]>;
  labels: Default<string[]>;
  labelIds: Default<string[]>;
  subject: Default<string>;
  startedAt: Date;
  endedAt: Date;
  messageCount: Default<number>;
  isIn: Default<boolean>;
  words: string | null;
  textsErasedAt: Date | null;
};
export type MovedPartTable = { enterpriseId: string; movedId: string; part: number; moveId: string; messages: Json<object[]> };

export type ChatTables = {
  channels: ChannelTable;
  channelIdentities: ChannelIdentityTable;
  mailboxes: MailboxTable;
  whatsappOnboardings: WhatsAppOnboardingTable;
  whatsappNumbers: WhatsAppNumberTable;
  mailboxMails: MailboxMailTable;
  mailRoutes: MailRouteTable;
  chatMails: ChatMailTable;
  identityUses: IdentityUseTable;
  visitorEvents: VisitorEventTable;
  transcriptAsks: TranscriptAskTable;
  siteForms: SiteFormTable;
  siteRules: SiteRuleTable;
  siteRuleShows: SiteRuleShowTable;
  chats: ChatTable;
  chatParticipants: ChatParticipantTable;
  chatFacts: ChatFactTable;
  chatSpells: ChatSpellTable;
  chatReturns: { enterpriseId: string; chatId: string; at: Date };
  chatFactSteps: { enterpriseId: string; before: Date; chatId: string };
  chatLateChanges: ChatLateChangeTable;
  chatTargets: ChatTargetsTable;
  agentSockets: AgentSocketTable;
  agentDesks: AgentDeskTable;
  agentPresence: AgentPresenceTable;
  chatAlarmLimits: ChatAlarmLimitsTable;
  chatAlarms: ChatAlarmTable;
  agentStatusKinds: AgentStatusKindTable;
  skills: SkillTable;
  agentSkills: AgentSkillTable;
  skillNeeds: SkillNeedTable;
  chatOffers: ChatOfferTable;
  routingPools: RoutingPoolTable;
  routingAsks: RoutingAskTable;
  routeRounds: RouteRoundTable;
  routeDecisions: RouteDecisionTable;
  chatLabels: ChatLabelTable;
  chatLabelMarks: ChatLabelMarkTable;
  chatNumbers: ChatNumberTable;
  chatSides: ChatSideTable;
  chatMentions: ChatMentionTable;
  chatSettings: ChatSettingsTable;
  chatDrafts: ChatDraftTable;
  clockPolicies: ClockPolicyTable;
  quickReplies: QuickReplyTable;
  quickReplyWords: QuickReplyWordTable;
  chatFields: ChatFieldTable;
  chatViews: ChatViewTable;
  chatScenarios: ChatScenarioTable;
  macros: MacroTable;
  macroRuns: MacroRunTable;
  chatRules: ChatRuleTable;
  scheduledMessages: ScheduledMessageTable;
  videoRooms: VideoRoomTable;
  videoPeople: VideoPersonTable;
  videoRecordings: VideoRecordingTable;
  videoParts: VideoPartTable;
  chatClocks: ChatClockTable;
  chatClockLooks: ChatClockLookTable;
  chatSearch: ChatSearchTable;
  chatSearchLooks: ChatSearchLookTable;
  movedChats: MovedChatTable;
  movedParts: MovedPartTable;
  chatActions: ChatActionTable;
  messages: MessageTable;
  messageKeys: MessageKeyTable;
  chatTranscripts: ChatTranscriptTable;
  chatTranslations: ChatTranslationTable;
};
