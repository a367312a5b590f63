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

/** Tables of the events that are told to own systems. */
export type IntegrationTables = {
  webhooks: WebhookTable;
  webhookEvents: WebhookEventTable;
  webhookDeliveries: WebhookDeliveryTable;
  webhookAttempts: WebhookAttemptTable;
  relayReplies: RelayReplyTable;
};
