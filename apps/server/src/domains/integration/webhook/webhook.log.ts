import type { WebhookDelivery } from '@parley/contract';
import { recordChange } from '#platform/audit/trail.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Ctx } from '../../../context.ts';
import { accessWebhook } from '../hook/webhook.access.ts';
import type { HookNoun } from '../hook/webhook.noun.ts';
import { findLogged, type LoggedDelivery, listAttempts, listLogged, sendAgain } from './delivery.repository.ts';

const presentDelivery = (row: LoggedDelivery): WebhookDelivery => ({
  id: row.deliveryId,
  eventId: row.eventId,
  type: row.type,
  state: row.state,
  attempts: row.attempts,
  createdAt: row.createdAt.toISOString(),
  dueAt: row.dueAt.toISOString(),
  status: row.status ?? 0,
  durationMs: row.durationMs ?? 0,
  error: row.error ?? '',
});

export function listDeliveries(
  ctx: Ctx,
  noun: HookNoun,
  webhookId: string,
  { from, perPage, state }: { from: number; perPage: number; state: string },
) {
  const limit = perPage === -1 ? 200 : perPage;
  return ctx.read(async (tx) => {
    await accessWebhook(tx, ctx.enterpriseId, noun, webhookId);
    const rows = await listLogged(tx, ctx.enterpriseId, webhookId, { state, from, limit: limit + 1 });
    return { deliveries: rows.slice(0, limit).map(presentDelivery), more: rows.length > limit };
  });
}

const deliveryNotFound = () => new DomainError('webhook.delivery_not_found', 'No such delivery.', {});

export const getDelivery = (ctx: Ctx, noun: HookNoun, webhookId: string, deliveryId: string) =>
  ctx.read(async (tx) => {
    await accessWebhook(tx, ctx.enterpriseId, noun, webhookId);
    const row = await findLogged(tx, ctx.enterpriseId, webhookId, deliveryId);
    if (!row) throw deliveryNotFound();
    const log = await listAttempts(tx, ctx.enterpriseId, deliveryId);
    return { ...presentDelivery(row), body: row.body, log: log.map((each) => ({ ...each, at: each.at.toISOString() })) };
  });

/**
 * Sends what was sent before once more: the same bytes, the same id, in the place that it had among its chat's.
 * @param deliveryId none: everything that is dead
 * @throws DomainError webhook.not_found, webhook.delivery_not_found
 */
export function redeliver(ctx: Ctx, noun: HookNoun, webhookId: string, deliveryId: string | undefined): Promise<{ count: number }> {
  const { enterpriseId } = ctx;
  return ctx.transaction(async (tx) => {
    const { name } = await accessWebhook(tx, enterpriseId, noun, webhookId);
    const count = await sendAgain(tx, enterpriseId, webhookId, { deliveryId, now: ctx.now() });
    if (deliveryId !== undefined && count === 0) throw deliveryNotFound();
    recordChange(ctx, tx, { record: noun.record, id: webhookId, action: 'retry', name, counts: { deliveries: count } });
    return { count };
  });
}
