import type { SpeechSource, SpeechState } from '@parley/contract';
import type { ColumnType } from 'kysely';

type Default<T> = ColumnType<T, T | undefined, T>;
type CreatedAt = ColumnType<Date, Date | undefined, never>;

export type WebhookTable = {
  enterpriseId: string;
  webhookId: string;
  events: string[];
  channelIds: Default<string[]>;
  departmentIds: Default<string[]>;
  state: 'active' | 'paused' | 'suspended';
  failuresInRow: Default<number>;
  failingSince: Date | null;
  probeAt: Date | null;
  kind: Default<'webhook' | 'relay'>;
  formerSecret: Default<string>;
  formerUntil: Date | null;
  createdBy: string;
};

export type WebhookEventTable = { enterpriseId: string; eventId: string; type: string; body: string; createdAt: CreatedAt };

export type WebhookDeliveryTable = {
  enterpriseId: string;
  deliveryId: string;
  webhookId: string;
  eventId: string;
  orderKey: string;
  sequence: ColumnType<number, never, never>;
  state: Default<'WAITING' | 'DONE' | 'DEAD'>;
  attempts: Default<number>;
  dueAt: Date;
  claimedUntil: Date | null;
  createdAt: CreatedAt;
  finishedAt: Date | null;
};

export type WebhookAttemptTable = {
  enterpriseId: string;
  deliveryId: string;
  number: number;
  at: Date;
  status: number;
  durationMs: number;
  error: Default<string>;
};

export type RelayReplyTable = {
  enterpriseId: string;
  relayId: string;
  replyKey: string;
  messageId: string | null;
  reason: Default<string>;
  createdAt: CreatedAt;
};

/** A recording that a speech service was asked to write down. */
export type SpeechMessageTable = {
  enterpriseId: string;
  speechId: string;
  at: Date;
  source: SpeechSource;
  sourceId: string;
  sourceNo: number;
  journeyId: string | null;
  journeyVersion: number | null;
  nodeId: Default<string>;
  customerId: string | null;
  channelId: string;
  isSandbox: boolean;
  fileId: string | null;
  status: SpeechState;
  lengthMs: number | null;
  language: Default<string>;
  integrationId: string | null;
  confidence: number | null;
  leastConfidence: number | null;
  pricePerMinute: number | null;
  text: Default<string>;
  originalText: string | null;
  correctedBy: string | null;
  isHidden: Default<boolean>;
  error: Default<string>;
  version: Default<number>;
};

/** Tables of the events that are told to own systems. */
export type IntegrationTables = {
  webhooks: WebhookTable;
  webhookEvents: WebhookEventTable;
  webhookDeliveries: WebhookDeliveryTable;
  webhookAttempts: WebhookAttemptTable;
  relayReplies: RelayReplyTable;
  speechMessages: SpeechMessageTable;
};
