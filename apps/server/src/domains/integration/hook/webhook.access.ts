import type { Read } from '#platform/db/database.ts';
import type { HookNoun } from './webhook.noun.ts';
import { findWebhook, type WebhookRow } from './webhook.repository.ts';

/** @throws DomainError webhook.not_found, relay.not_found */
export async function accessWebhook(
  tx: Read,
  enterpriseId: string,
  noun: HookNoun,
  webhookId: string,
  { lock = false } = {},
): Promise<WebhookRow> {
  const row = await findWebhook(tx, enterpriseId, noun.kind, webhookId, { lock });
  if (!row) throw noun.notFound();
  return row;
}
