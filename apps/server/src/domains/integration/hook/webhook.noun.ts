import { type Endpoint, endpoints, type FieldError, webhookAuthType } from '@parley/contract';
import type { RecordDefinition } from '#platform/audit/record.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { relayRecord, webhookRecord } from './webhook.record.ts';

/** Kinds of hooks that the same engine delivers: they differ in their names, their audiences, and the calls that manage them. */
export type HookNoun = {
  kind: 'webhook' | 'relay';
  /** Type of the integration that keeps address and secret. */
  authType: number;
  record: RecordDefinition;
  update: Endpoint;
  notFound: () => DomainError;
  invalid: (error: FieldError) => DomainError;
  tooMany: () => DomainError;
};

export const mostHooks = 50;
/** No type of the specification: a bridge is listed by its own calls alone. */
const relayAuthType = 0;

export const webhookNoun: HookNoun = {
  kind: 'webhook',
  authType: webhookAuthType,
  record: webhookRecord,
  update: endpoints.webhooks.update,
  notFound: () => new DomainError('webhook.not_found', 'No such webhook.', {}),
  invalid: (error) => new DomainError('webhook.invalid', error.message, { errors: [error] }),
  tooMany: () => new DomainError('webhook.too_many', `An enterprise has at most ${mostHooks} webhooks.`, {}),
};

export const relayNoun: HookNoun = {
  kind: 'relay',
  authType: relayAuthType,
  record: relayRecord,
  update: endpoints.relays.update,
  notFound: () => new DomainError('relay.not_found', 'No such relay bridge.', {}),
  invalid: (error) => new DomainError('relay.invalid', error.message, { errors: [error] }),
  tooMany: () => new DomainError('relay.too_many', `An enterprise has at most ${mostHooks} relay bridges.`, {}),
};
