import type {
  BotTest,
  EntityRef,
  EntityValue,
  IntentParameter,
  ModelType,
  PromptVariable,
  SentimentSettings,
  ToolCallState,
  ToolConfirm,
  ToolContent,
  TrainingReport,
} from '@parley/contract';
import type { ColumnType } from 'kysely';

type Default<T> = ColumnType<T, T | undefined, T>;
type Json<T> = ColumnType<T, string, string>;
type JsonDefault<T> = ColumnType<T, string | undefined, string>;
type CreatedAt = ColumnType<Date, Date | undefined, never>;

export type StoredBotConfig = {
  entityExtractRetries: number;
  outOfScopeMessage: string;
  modelType: ModelType;
  confidenceThreshold: number;
  language: 'en' | 'hi';
  openaiKey: string;
};
export type StoredPrompt = { openaiKey: string; prompt: string; extractData: boolean; userData: PromptVariable[] };
export type StoredKnowledge = { kbFromWebsite: boolean; kbFromDoc: boolean; genAiConfigId: string };

export type BotTable = {
  enterpriseId: string;
  botId: string;
  name: string;
  description: string;
  type: 'prompt' | 'nlp' | 'other';
  rootStoryId: string;
  config: Json<StoredBotConfig>;
  prompt: Json<StoredPrompt>;
  knowledge: Json<StoredKnowledge>;
  sentiment: Json<SentimentSettings>;
  fingerprint: Default<string>;
  servingVersionId: Default<string | null>;
  lastVersionNumber: Default<number>;
  createdAt: CreatedAt;
  updatedAt: Default<Date>;
  updatedBy: string | null;
  deletedAt: Default<Date | null>;
  version: Default<number>;
  knowledgeVersion: Default<number>;
  sentimentVersion: Default<number>;
};

export type StoryTable = {
  enterpriseId: string;
  storyId: string;
  botId: string;
  parentId: string | null;
  name: string;
  createdAt: CreatedAt;
  version: Default<number>;
};

export type IntentTable = {
  enterpriseId: string;
  intentId: string;
  botId: string;
  storyId: string;
  name: string;
  response: string | null;
  handsOver: Default<boolean>;
  parameters: JsonDefault<IntentParameter[]>;
  utteranceCount: Default<number>;
  fingerprint: string;
  createdAt: CreatedAt;
  updatedAt: Default<Date>;
  version: Default<number>;
};

export type UtteranceTable = {
  enterpriseId: string;
  botId: string;
  intentId: string;
  position: number;
  text: string;
  refs: JsonDefault<EntityRef[]>;
};

export type EntityTable = {
  enterpriseId: string;
  entityId: string;
  botId: string;
  name: string;
  isSensitive: Default<boolean>;
  values: Json<EntityValue[]>;
  fingerprint: string;
  updatedAt: Default<Date>;
  version: Default<number>;
};

export type IntegrationTable = {
  enterpriseId: string;
  integrationId: string;
  name: string;
  authType: number;
  /** Depends on the type: `integrationSettings` of the contract, which checks them when they are read */
  settings: Json<Record<string, unknown>>;
  secret: string;
  secretEnding: string;
  /** The session that a workflow tool has given for the secret, sealed */
  session: Default<string>;
  lastSuccessAt: Default<Date | null>;
  lastError: Default<string>;
  createdAt: CreatedAt;
  updatedAt: Default<Date>;
  version: Default<number>;
};

export type KnowledgeSourceTable = {
  enterpriseId: string;
  sourceId: string;
  botId: string;
  kind: 'website' | 'document' | 'note';
  name: string;
  fileId: Default<string | null>;
  status: Default<'PENDING' | 'READING' | 'READY' | 'FAILED'>;
  reason: Default<string>;
  pageCount: Default<number>;
  passageCount: Default<number>;
  sizeBytes: Default<number>;
  contentHash: Default<string>;
  schedule: Default<'off' | 'daily' | 'weekly'>;
  lastReadAt: Default<Date | null>;
  nextReadAt: Default<Date | null>;
  createdAt: CreatedAt;
};

export type KnowledgePassageTable = {
  enterpriseId: string;
  sourceId: string;
  position: number;
  botId: string;
  page: number;
  paragraph: number;
  url: Default<string>;
  title: Default<string>;
  headings: JsonDefault<string[]>;
  text: string;
};

export type KnowledgeEmbeddingTable = {
  enterpriseId: string;
  botId: string;
  space: string;
  model: string;
  state: 'WAITING' | 'RUNNING' | 'READY' | 'FAILED';
  reason: Default<string>;
  requestId: string;
  generation: Default<string | null>;
  dimension: Default<number>;
  textCount: Default<number>;
  embeddedCount: Default<number>;
  strangerScores: Default<number[]>;
  failureCount: Default<number>;
  retryAt: Default<Date | null>;
  requestedAt: Date;
};

export type PassageVectorTable = {
  enterpriseId: string;
  botId: string;
  space: string;
  textHash: Buffer;
  scale: number;
  numbers: Buffer;
};

export type TrainingTable = {
  enterpriseId: string;
  trainingId: string;
  botId: string;
  phase: 'QUEUED' | 'RUNNING' | 'ASKING' | 'DONE' | 'FAILED' | 'CANCELLED';
  step: Default<'checking' | 'reading' | 'training' | 'evaluating' | 'testing' | 'switching'>;
  progress: Default<number>;
  reason: Default<string>;
  report: ColumnType<TrainingReport | null, string | undefined, string>;
  versionId: Default<string | null>;
  requestedBy: string | null;
  startedAt: Default<Date>;
  finishedAt: Default<Date | null>;
};

export type VersionSummary = {
  modelType: string;
  intentCount: number;
  phraseCount: number;
  passageCount: number;
  accuracy: number;
  threshold: number;
  testsPassed: number;
  testsFailed: number;
  modelBytes: number;
};

export type BotVersionTable = {
  enterpriseId: string;
  versionId: string;
  botId: string;
  number: number;
  fingerprint: string;
  summary: Json<VersionSummary>;
  report: Json<TrainingReport>;
  hasParts: Default<boolean>;
  createdBy: string | null;
  createdAt: CreatedAt;
};

export type BotVersionPartTable = { enterpriseId: string; versionId: string; part: string; bytes: Buffer };

export type BotTestTable = {
  enterpriseId: string;
  testId: string;
  botId: string;
  name: Default<string>;
  turns: Json<BotTest['turns']>;
  createdAt: CreatedAt;
  version: Default<number>;
};

export type BotSessionTable = {
  enterpriseId: string;
  sessionId: string;
  botId: string;
  origin: 'TRYIT' | 'CHAT';
  senderId: Default<string>;
  state: JsonDefault<Record<string, unknown>>;
  collected: ColumnType<Record<string, string> | null, string | undefined, string>;
  ruleId: Default<string | null>;
  turnCount: Default<number>;
  startedAt: Default<Date>;
  lastAt: Default<Date>;
};

/** An intent that came next, with its training phrase that is nearest to the message. */
export type OtherIntent = { intentId: string; intent: string; confidence: number; utterance: string };

export type BotTurnTable = {
  enterpriseId: string;
  turnId: string;
  askedAt: Date;
  botId: string;
  sessionId: string;
  origin: 'TRYIT' | 'CHAT';
  customerId: string | null;
  versionNumber: number;
  text: string;
  reply: string;
  intentId: string | null;
  intentName: Default<string>;
  confidence: Default<number>;
  isInScope: boolean;
  answeredBy: string;
  emotion: Default<string>;
  isWrongEmotion: Default<boolean>;
  isResolved: Default<boolean>;
  tookMs: Default<number>;
  utterance: Default<string>;
  otherIntents: JsonDefault<OtherIntent[]>;
  channelId: Default<string | null>;
  isSandbox: Default<boolean>;
  localDay: Default<Date | null>;
};

export type ClassificationRuleTable = {
  enterpriseId: string;
  ruleId: string;
  botId: string;
  name: string;
  priority: number;
  words: string[];
  intents: string[];
  department: Default<string>;
  version: Default<number>;
};

export type BotToolTable = {
  enterpriseId: string;
  toolId: string;
  botId: string;
  name: string;
  content: Json<ToolContent>;
  version: Default<number>;
  createdAt: CreatedAt;
  updatedAt: Default<Date>;
};

export type BotToolCallTable = {
  enterpriseId: string;
  callId: string;
  sessionId: string;
  isDry: boolean;
  botId: string;
  toolId: string;
  customerId: string | null;
  turn: number;
  round: number;
  place: number;
  modelCall: string;
  tool: Json<ToolContent>;
  arguments: Json<Record<string, string | number | boolean>>;
  confirm: ToolConfirm;
  state: ToolCallState;
  confirmedBy: Default<string | null>;
  takenUntil: Default<Date | null>;
  instanceId: Default<string | null>;
  sentAt: Default<Date | null>;
  answer: Default<string>;
  error: Default<string>;
  tookMs: Default<number>;
  createdAt: Date;
  endedAt: Default<Date | null>;
};

export type BotTables = {
  bots: BotTable;
  stories: StoryTable;
  intents: IntentTable;
  utterances: UtteranceTable;
  entities: EntityTable;
  integrations: IntegrationTable;
  knowledgeSources: KnowledgeSourceTable;
  knowledgePassages: KnowledgePassageTable;
  knowledgeEmbeddings: KnowledgeEmbeddingTable;
  passageVectors: PassageVectorTable;
  botTrainings: TrainingTable;
  botVersions: BotVersionTable;
  botVersionParts: BotVersionPartTable;
  botTests: BotTestTable;
  botTools: BotToolTable;
  botToolCalls: BotToolCallTable;
  botSessions: BotSessionTable;
  botTurns: BotTurnTable;
  classificationRules: ClassificationRuleTable;
};
