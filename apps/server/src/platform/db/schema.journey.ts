import type {
  ActJob,
  ActOutcome,
  ActReason,
  AnswerFace,
  EncapLogger,
  EncapProperties,
  FillingState,
  FlowFaultItem,
  FlowKeyState,
  FlowState,
  JourneyInstanceState,
  JourneyReplay,
  JourneyRuleKind,
  JourneyRuleSettings,
  JourneyScheduleRun,
  JourneyState,
  LaunchMode,
  LaunchState,
  LinkKind,
  LinkState,
  MonitorAct,
  TemplateLoss,
} from '@parley/contract';
import type { Document, FormDocument, Input, Instance, TestCase, Value } from '@parley/journey';
import type { ColumnType } from 'kysely';

type Default<T> = ColumnType<T, T | undefined, T>;
type Json<T> = ColumnType<T, string, string>;
type DefaultJson<T> = ColumnType<T, string | undefined, string>;
type NullableJson<T> = ColumnType<T | null, string | null | undefined, string | null>;
type Numbered = ColumnType<number, never, never>;
type BigCount = ColumnType<number, number | undefined, number>;

/** The template that a stream cannot send by any more. */
export type PausedBy = { templateId: string; template: string; why: TemplateLoss };

export type JourneyTable = {
  enterpriseId: string;
  journeyId: string;
  name: string;
  description: Default<string>;
  folder: Default<string>;
  document: Json<Document>;
  revision: Default<number>;
  fingerprint: string;
  state: Default<JourneyState>;
  version: Default<number>;
  kind: Default<'journey' | 'encap'>;
  pausedBy: NullableJson<PausedBy>;
  leaseSessionId: Default<string | null>;
  leaseUserId: Default<string | null>;
  leaseUntil: Default<Date | null>;
  createdBy: string | null;
  createdAt: Date;
  updatedBy: string | null;
  updatedAt: Date;
  deletedAt: Default<Date | null>;
};

export type JourneyVersionTable = {
  enterpriseId: string;
  journeyId: string;
  version: number;
  document: Json<Document>;
  fingerprint: string;
  note: Default<string>;
  /** Versions of the streams and forms inside of it, by their ids */
  streams: DefaultJson<Record<string, number>>;
  passed: Default<number>;
  failed: Default<number>;
  waiver: Default<string>;
  publishedBy: string | null;
  publishedAt: Date;
};

export type FormTable = {
  enterpriseId: string;
  formId: string;
  name: string;
  document: Json<FormDocument>;
  fingerprint: string;
  version: Default<number>;
  published: Default<number>;
  pageCode: Default<string | null>;
  createdBy: string | null;
  createdAt: Date;
  updatedBy: string | null;
  updatedAt: Date;
  deletedAt: Default<Date | null>;
};

export type FormVersionTable = {
  enterpriseId: string;
  formId: string;
  number: number;
  document: Json<FormDocument>;
  fingerprint: string;
  note: Default<string>;
  publishedBy: string | null;
  publishedAt: Date;
};

export type EncapTable = {
  enterpriseId: string;
  journeyId: string;
  properties: Json<EncapProperties>;
  logger: Json<EncapLogger>;
  retiredAt: Default<Date | null>;
  version: Default<number>;
};
export type EncapLaunchTable = {
  enterpriseId: string;
  launchId: string;
  journeyId: string;
  name: string;
  mode: LaunchMode;
  number: number;
  state: Default<LaunchState>;
  reason: Default<string>;
  expiryDays: Default<number>;
  expiryDate: Default<string>;
  scheduledOn: Default<Date | null>;
  openCode: Default<string | null>;
  channelId: Default<string | null>;
  unsentSeen: Default<number>;
  reminders: NullableJson<LaunchReminders>;
  createdBy: string | null;
  createdAt: Date;
  version: Default<number>;
};
export type EncapLinkTable = {
  enterpriseId: string;
  linkId: string;
  launchId: string | null;
  journeyId: string;
  number: number;
  kind: LinkKind;
  code: string;
  phone: Default<string>;
  name: Default<string>;
  /** Sealed */
  entry: Default<string>;
  channelId: string;
  customerId: Default<string | null>;
  instanceId: Default<string | null>;
  state: Default<LinkState>;
  opens: Default<number>;
  previews: Default<number>;
  openedAt: Default<Date | null>;
  begunAt: Default<Date | null>;
  endedAt: Default<Date | null>;
  expiresAt: Date;
  createdAt: Date;
  /** Number that a visitor has proved, for the address of the page */
  reach: Default<string>;
  seenAt: Default<Date | null>;
  reminded: Default<number>;
  remindAt: Default<Date | null>;
};
/** Reminders as the encap had them when the launch began. */
export type LaunchReminders = { channelId: string; templateId: string; hours: number[] };
export type PageCodeTable = {
  enterpriseId: string;
  linkId: string;
  codeId: string;
  purpose: 'login' | 'later' | 'address';
  /** Sealed */
  number: string;
  numberHash: Buffer;
  codeHash: Buffer | null;
  tries: Default<number>;
  isSent: boolean;
  madeAt: Date;
  expiresAt: Date;
  usedAt: Default<Date | null>;
};
export type PageSessionTable = { enterpriseId: string; linkId: string; tokenHash: Buffer; provedAt: Date; expiresAt: Date };
export type EncapReminderTable = {
  enterpriseId: string;
  launchId: string;
  linkId: string;
  number: number;
  messageId: string;
  isHeldBack: boolean;
  at: Date;
};
export type EncapTallyTable = { enterpriseId: string; launchId: string; state: LinkState; count: number };
export type EncapTallyChangeTable = EncapTallyTable & { changeId: Numbered };

export type FormFlowTable = {
  enterpriseId: string;
  formId: string;
  number: number;
  channelId: string;
  flowId: string;
  name: string;
  vendorFlowId: Default<string>;
  mode: 'static' | 'endpoint';
  state: Default<FlowState>;
  reason: Default<string>;
  errors: DefaultJson<FlowFaultItem[]>;
  createdBy: string | null;
  createdAt: Date;
  changedAt: Date;
};
export type FlowKeyTable = {
  enterpriseId: string;
  channelId: string;
  keyId: string;
  state: Default<FlowKeyState>;
  publicKey: string;
  sealedPrivate: string;
  createdAt: Date;
  uploadedAt: Default<Date | null>;
  readUntil: Default<Date | null>;
  lastPingAt: Default<Date | null>;
  lastRequestAt: Default<Date | null>;
  lastFault: Default<string>;
  lastFaultAt: Default<Date | null>;
};

type FormEnvironment = 'production' | 'sandbox';
export type FormFillingTable = {
  enterpriseId: string;
  fillingId: string;
  formId: string;
  number: number;
  code: string;
  customerId: Default<string | null>;
  instanceId: Default<string | null>;
  nodeId: Default<string>;
  channelId: Default<string | null>;
  environment: FormEnvironment;
  state: Default<FillingState>;
  faces: Default<AnswerFace[]>;
  language: Default<string>;
  /** Sealed */
  given: string;
  /** Sealed */
  progress: string;
  seen: Default<string[]>;
  screen: Default<string>;
  revision: Default<number>;
  openedAt: Date;
  changedAt: Date;
  dueAt: Date;
  endedAt: Default<Date | null>;
};

export type FormConflict = { attributeId: string; name: string; had: string; now: string; said: string };
export type FormAnswerTable = {
  enterpriseId: string;
  answerId: string;
  formId: string;
  number: number;
  fillingId: string;
  customerId: Default<string | null>;
  instanceId: Default<string | null>;
  journeyId: Default<string | null>;
  channelId: Default<string | null>;
  environment: FormEnvironment;
  faces: AnswerFace[];
  answers: Json<Record<string, Value>>;
  sealed: Default<string | null>;
  conflicts: DefaultJson<FormConflict[]>;
  searchText: Default<string>;
  seconds: number;
  at: Date;
  erasedAt: Default<Date | null>;
};

export type JourneyNodeTable = {
  enterpriseId: string;
  journeyId: string;
  nodeId: string;
  nodeNo: number;
  name: Default<string>;
  type: string;
};

export type JourneyRefTable = { enterpriseId: string; journeyId: string; version: number; kind: string; refId: string };

export type JourneyEditTable = {
  enterpriseId: string;
  journeyId: string;
  revision: number;
  userId: string;
  operations: Json<unknown[]>;
  at: Date;
};

export type JourneyTestTable = {
  enterpriseId: string;
  journeyId: string;
  testId: string;
  test: Json<TestCase>;
  updatedBy: string | null;
  updatedAt: Date;
};

export type JourneyEntryTable = {
  enterpriseId: string;
  entryId: string;
  journeyId: string;
  version: number;
  channelId: string;
  kind: JourneyRuleKind;
  word: Default<string>;
  /** Depends on its kind */
  settings: ColumnType<JourneyRuleSettings, string | undefined, string>;
  priority: Default<number>;
  isActive: Default<boolean>;
  /** The next time of a schedule */
  nextAt: Date | null;
  lastRun: ColumnType<JourneyScheduleRun | null, string | null | undefined, string | null>;
  createdBy: string | null;
  createdAt: Date;
};

export type JourneyStartTable = {
  enterpriseId: string;
  startId: Default<number>;
  entryId: string;
  customerId: string;
  importId: Default<string | null>;
  isHeld: Default<boolean>;
  value: Default<string>;
  dueAt: Default<Date | null>;
  at: Date;
};

export type DesignerAccessTable = {
  enterpriseId: string;
  accessHash: Buffer;
  userId: string;
  sessionId: string;
  /** null: the frame is of a form */
  journeyId: string | null;
  formId: string | null;
  expiresAt: Date;
};

export type JourneyInstanceTable = {
  enterpriseId: string;
  instanceId: string;
  startedAt: Date;
  journeyId: string;
  version: number;
  customerId: string;
  channelId: string;
  address: string;
  chatId: string;
  entryId: string | null;
  environment: 'sandbox' | 'production';
  state: JourneyInstanceState;
  reason: Default<string>;
  outcome: Default<string>;
  nodeNo: Default<number>;
  turn: Default<number>;
  instance: Json<Instance>;
  lastError: Default<string>;
  changedAt: Date;
  endedAt: Default<Date | null>;
  /** The walk that counts instead of it, since its customer was merged with another */
  mergedInto: Default<string | null>;
};

export type JourneyLiveTable = {
  enterpriseId: string;
  instanceId: string;
  startedAt: Date;
  journeyId: string;
  version: number;
  customerId: string;
  channelId: string;
  chatId: string;
  entryKey: Default<string>;
  holds: Default<boolean>;
  isSuspended: Default<boolean>;
  busyUntil: Date | null;
  priority: Default<number>;
};

export type JourneyWaitTable = {
  enterpriseId: string;
  instanceId: string;
  journeyId: string;
  channelId: string;
  nodeNo: number;
  kind: string;
  dueAt: Date | null;
  shard: number;
  wakeKey: string | null;
  isHeld: Default<boolean>;
  /** The calendar whose opening it waits for */
  calendarId: string | null;
};

export type JourneyInputTable = {
  enterpriseId: string;
  inputId: Numbered;
  instanceId: string;
  input: Json<Input | { kind: 'start'; text: string | null }>;
  inputKey: string | null;
  at: Date;
  isKept: Default<boolean>;
};

/** @property input sealed */
export type JourneyPastInputTable = { enterpriseId: string; instanceId: string; inputId: number; at: Date; input: string };

export type JourneyReplayTable = { enterpriseId: string; journeyId: string; replayId: string; replay: Json<JourneyReplay>; toldAt: Date };

export type JourneyActTable = {
  enterpriseId: string;
  actId: string;
  act: MonitorAct;
  node: Default<string>;
  departmentId: Default<string>;
  repeatsCalls: Default<boolean>;
  state: Default<ActJob['state']>;
  total: number;
  done: Default<number>;
  held: Default<number>;
  refused: Default<number>;
  why: Default<string>;
  requestKey: Default<string>;
  createdBy: string;
  apiKey: NullableJson<{ id: string; name: string }>;
  createdAt: Date;
  finishedAt: ColumnType<Date | null, Date | null | undefined, Date | null>;
};

export type JourneyActPersonTable = {
  enterpriseId: string;
  actId: string;
  place: number;
  instanceId: string;
  outcome: Default<ActOutcome | ''>;
  code: Default<ActReason | ''>;
  nodeId: Default<string>;
};

export type JourneyTurnTable = {
  enterpriseId: string;
  instanceId: string;
  turn: number;
  at: Date;
  input: Json<{ kind: string; text: string }>;
  visits: Json<
    {
      stream: string;
      node: string;
      exit: string | null;
      comparisons: string[];
      sets: { name: string; value: string }[];
      warnings: string[];
    }[]
  >;
};

export type JourneyCallTable = {
  enterpriseId: string;
  instanceId: string;
  call: number;
  turn: number;
  nodeId: string;
  kind: string;
  target: Default<string>;
  address: Default<'' | 'base' | 'sandbox'>;
  request: Json<unknown>;
  isSecret: Default<boolean>;
  state: Default<'READY' | 'TAKEN' | 'SENT' | 'DONE' | 'FAILED' | 'UNKNOWN'>;
  attempts: Default<number>;
  dueAt: Date;
  takenUntil: Default<Date | null>;
  status: Default<number>;
  answer: NullableJson<unknown>;
  error: Default<string>;
  createdAt: Date;
  endedAt: Default<Date | null>;
  toldBy: Default<string | null>;
  toldAt: Default<Date | null>;
};

export type JourneySendTable = {
  enterpriseId: string;
  messageId: string;
  instanceId: string;
  turn: number;
  place: number;
  nodeId: string;
  isWatched: Default<boolean>;
};

export type JourneyMilestoneTable = {
  enterpriseId: string;
  instanceId: string;
  milestoneId: string;
  journeyId: string;
  version: number;
  customerId: string;
  at: Date;
};

export type JourneyEventTable = {
  enterpriseId: string;
  eventId: string;
  wakeKey: string;
  event: string;
  key: string;
  data: Json<unknown>;
  at: Date;
};

export type JourneyRequestTable = { enterpriseId: string; requestKey: string; result: Json<unknown>; at: Date };

type Counted = {
  enterpriseId: string;
  journeyId: string;
  version: number;
  hour: Date;
  channelId: string;
  environment: 'sandbox' | 'production';
  what: string;
  nodeNo: Default<number>;
  exit: Default<string>;
  timeMs: BigCount;
};
export type JourneyCountTable = Counted & { count: number; isDay: Default<boolean> };
export type JourneyCountChangeTable = Counted & { changeId: Numbered; count: number };

/** Tables of streams. */
export type JourneyTables = {
  journeys: JourneyTable;
  journeyVersions: JourneyVersionTable;
  forms: FormTable;
  formVersions: FormVersionTable;
  formFillings: FormFillingTable;
  formAnswers: FormAnswerTable;
  formFlows: FormFlowTable;
  flowKeys: FlowKeyTable;
  encaps: EncapTable;
  encapLaunches: EncapLaunchTable;
  encapLinks: EncapLinkTable;
  encapTallies: EncapTallyTable;
  encapTallyChanges: EncapTallyChangeTable;
  pageCodes: PageCodeTable;
  pageSessions: PageSessionTable;
  encapReminders: EncapReminderTable;
  journeyNodes: JourneyNodeTable;
  journeyRefs: JourneyRefTable;
  journeyEdits: JourneyEditTable;
  journeyTests: JourneyTestTable;
  journeyEntries: JourneyEntryTable;
  journeyStarts: JourneyStartTable;
  designerAccesses: DesignerAccessTable;
  journeyInstances: JourneyInstanceTable;
  journeyLive: JourneyLiveTable;
  journeyWaits: JourneyWaitTable;
  journeyInputs: JourneyInputTable;
  journeyPastInputs: JourneyPastInputTable;
  journeyTurns: JourneyTurnTable;
  journeyActs: JourneyActTable;
  journeyActPeople: JourneyActPersonTable;
  journeyReplays: JourneyReplayTable;
  journeyCalls: JourneyCallTable;
  journeySends: JourneySendTable;
  journeyEvents: JourneyEventTable;
  journeyRequests: JourneyRequestTable;
  journeyMilestones: JourneyMilestoneTable;
  journeyCounts: JourneyCountTable;
  journeyCountChanges: JourneyCountChangeTable;
};
