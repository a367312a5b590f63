import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import type { Deps } from '../../../deps.ts';
import { notify } from '../../account/door.ts';
import type { Claimed } from './webhook.repository.ts';
import { gone, isDone, mostFailuresInRow, nextAttemptMs } from './webhook.rules.ts';
import { type Outcome, openSealed, post } from './webhook.send.ts';

export type Attempt = { delivery: Claimed; outcome: Outcome; at: Date };

export async function attempt(deps: Deps, delivery: Claimed): Promise<Attempt> {
  const { secret, headers } = openSealed(deps.secrets, delivery.secret);
  const former = delivery.formerSecret === '' ? [] : [openSealed(deps.secrets, delivery.formerSecret).secret];
  const at = deps.now();
  const outcome = await post(deps.config, {
    id: delivery.eventId,
    url: delivery.url,
    body: delivery.body,
    secrets: [secret, ...former],
    headers,
  });
  return { delivery, outcome, at };
}

type Step = { deliveryId: string; state: 'WAITING' | 'DONE' | 'DEAD'; attempts: number; dueAt: Date; at: Date; outcome: Outcome };

function stepOf({ delivery, outcome, at }: Attempt, now: Date): Step {
  const attempts = delivery.attempts + 1;
  const next = isDone(outcome.status) ? undefined : nextAttemptMs(attempts, outcome.retryAfter, now, Math.random());
  const state = isDone(outcome.status) ? 'DONE' : next === undefined ? 'DEAD' : 'WAITING';
  return { deliveryId: delivery.deliveryId, state, attempts, dueAt: new Date(now.getTime() + (next ?? 0)), at, outcome };
}

/** Outcomes of one enterprise, written together. */
export function recordAttempts(ctx: EnterpriseContext, attempts: readonly Attempt[]): Promise<undefined[]> {
  const { enterpriseId } = ctx;
  return ctx.transaction(async (tx) => {
    const steps = attempts.map((each) => stepOf(each, ctx.now()));
    // In one order everywhere, so that two transactions never wait for each other.
    steps.sort((one, other) => (one.deliveryId < other.deliveryId ? -1 : 1));
    await sql`with g as (
        select * from unnest(${steps.map(({ deliveryId }) => deliveryId)}::uuid[], ${steps.map(({ state }) => state)}::text[],
          ${steps.map(({ attempts }) => attempts)}::integer[], ${steps.map(({ dueAt }) => dueAt)}::timestamptz[],
          ${steps.map(({ at }) => at)}::timestamptz[], ${steps.map(({ outcome }) => outcome.status)}::integer[],
          ${steps.map(({ outcome }) => outcome.durationMs)}::integer[], ${steps.map(({ outcome }) => outcome.error)}::text[])
          as g(delivery_id, state, attempts, due_at, at, status, duration_ms, error)
      ), moved as (
        update webhook_deliveries d set state = g.state, attempts = g.attempts, due_at = g.due_at, claimed_until = null,
          finished_at = case when g.state = 'WAITING' then null else ${ctx.now()}::timestamptz end
        from g where d.enterprise_id = ${enterpriseId} and d.delivery_id = g.delivery_id and d.state = 'WAITING' and d.attempts < g.attempts
        returning d.delivery_id
      )
      insert into webhook_attempts (enterprise_id, delivery_id, number, at, status, duration_ms, error)
      select ${enterpriseId}, g.delivery_id, g.attempts, g.at, g.status, g.duration_ms, g.error
      from g join moved m on m.delivery_id = g.delivery_id
      on conflict do nothing`.execute(tx);
    for (const [webhookId, own] of Map.groupBy(attempts, ({ delivery }) => delivery.webhookId)) await noteHealth(ctx, tx, webhookId, own);
    return attempts.map(() => undefined);
  });
}

/** How the webhook stands after these: too many failures in a row, or an address that is gone, suspend it and tell its maker. */
async function noteHealth(ctx: EnterpriseContext, tx: Tx, webhookId: string, attempts: readonly Attempt[]): Promise<void> {
  const { enterpriseId } = ctx;
  const isGone = attempts.some(({ outcome }) => outcome.status === gone);
  const lastGood = attempts.findLastIndex(({ outcome }) => isDone(outcome.status));
  const failures = attempts.length - 1 - lastGood;
  const lastError = attempts.findLast(({ outcome }) => !isDone(outcome.status))?.outcome.error ?? '';
  const row = await tx
    .updateTable('webhooks')
    .set((eb) => ({ failuresInRow: lastGood >= 0 ? failures : eb('failuresInRow', '+', failures) }))
    .where('enterpriseId', '=', enterpriseId)
    .where('webhookId', '=', webhookId)
    .returning(['failuresInRow', 'state', 'createdBy', 'kind'])
    .executeTakeFirst();
  if (!row) return;
  const { name } = await tx
    .updateTable('integrations')
    .set({ ...(lastGood >= 0 ? { lastSuccessAt: ctx.now() } : {}), lastError: failures > 0 ? lastError : '' })
    .where('enterpriseId', '=', enterpriseId)
    .where('integrationId', '=', webhookId)
    .returning('name')
    .executeTakeFirstOrThrow();
  if (row.state !== 'active' || !(isGone || row.failuresInRow >= mostFailuresInRow)) return;
  await tx
    .updateTable('webhooks')
    .set({ state: 'suspended' })
    .where('enterpriseId', '=', enterpriseId)
    .where('webhookId', '=', webhookId)
    .execute();
  await notify(ctx, tx, [row.createdBy], {
    kind: 'webhook_suspended',
    code: row.kind === 'relay' ? 'relay.suspended' : 'webhook.suspended',
    values: { name, reason: lastError },
    link: row.kind === 'relay' ? '/services?tab=relay' : '/admin/chatConfig/webhook',
    cause: webhookId,
  });
}
