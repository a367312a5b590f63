import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import type { Deps } from '../../../deps.ts';
import { notify } from '../../account/door.ts';
import { type Claimed, changeWebhook, lockHealth, noteResult, sendWaiting } from '../hook/webhook.repository.ts';
import { healthAfter, isDone, nextAttemptMs } from '../hook/webhook.rules.ts';
import { type Outcome, openSealed, post } from '../hook/webhook.send.ts';
import { moveDeliveries, type Step } from './delivery.repository.ts';

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

/** @param isSuspended nothing is given up while its address is away */
function stepOf({ delivery, outcome, at }: Attempt, now: Date, isSuspended: boolean): Step {
  const attempts = delivery.attempts + 1;
  const next = isDone(outcome.status) ? undefined : nextAttemptMs(attempts, outcome.retryAfter, now, Math.random());
  const state = isDone(outcome.status) ? 'DONE' : next === undefined && !isSuspended ? 'DEAD' : 'WAITING';
  return { deliveryId: delivery.deliveryId, state, attempts, dueAt: new Date(now.getTime() + (next ?? 0)), at, outcome };
}

/** Outcomes of one enterprise, written together. */
export function recordAttempts(ctx: EnterpriseContext, attempts: readonly Attempt[]): Promise<undefined[]> {
  const { enterpriseId } = ctx;
  return ctx.transaction(async (tx) => {
    const suspended = new Set<string>();
    // Locks webhooks in one order everywhere, as below.
    const byWebhook = [...Map.groupBy(attempts, ({ delivery }) => delivery.webhookId)].sort(([one], [other]) => (one < other ? -1 : 1));
    for (const [webhookId, own] of byWebhook) if (await noteHealth(ctx, tx, webhookId, own)) suspended.add(webhookId);
    const steps = attempts.map((each) => stepOf(each, ctx.now(), suspended.has(each.delivery.webhookId)));
    // Updates in one order everywhere, so that two transactions never wait for each other.
    steps.sort((one, other) => (one.deliveryId < other.deliveryId ? -1 : 1));
    await moveDeliveries(tx, enterpriseId, steps, ctx.now());
    return attempts.map(() => undefined);
  });
}

/** Writes down how the webhook stands after these, and tells its maker when it is suspended or goes on. @returns whether it is suspended */
async function noteHealth(ctx: EnterpriseContext, tx: Tx, webhookId: string, attempts: readonly Attempt[]): Promise<boolean> {
  const { enterpriseId } = ctx;
  const before = await lockHealth(tx, enterpriseId, webhookId);
  if (!before) return false;
  const results = attempts.map(({ outcome, at }) => ({ status: outcome.status, at }));
  const after = healthAfter(before, results, ctx.now());
  await changeWebhook(tx, enterpriseId, webhookId, after);
  const lastError = attempts.findLast(({ outcome }) => !isDone(outcome.status))?.outcome.error ?? '';
  const name = await noteResult(tx, enterpriseId, webhookId, {
    ...(results.some(({ status }) => isDone(status)) ? { lastSuccessAt: ctx.now() } : {}),
    lastError: after.failuresInRow > 0 ? lastError : '',
  });
  const isGone = after.state === 'suspended' && after.probeAt === null;
  if (before.state === 'suspended' && after.state === 'active') await sendWaiting(tx, enterpriseId, webhookId, ctx.now());
  if (before.state !== after.state || (isGone && before.probeAt !== null))
    await tellOfHealth(ctx, tx, { webhookId, name, lastError, isGone, ...before, state: after.state });
  return after.state === 'suspended';
}

type WebhookHealth = {
  webhookId: string;
  name: string;
  kind: string;
  createdBy: string;
  state: string;
  lastError: string;
  isGone: boolean;
};

function tellOfHealth(
  ctx: EnterpriseContext,
  tx: Tx,
  { webhookId, name, kind, createdBy, state, lastError, isGone }: WebhookHealth,
): Promise<void> {
  const isRelay = kind === 'relay';
  const common = {
    kind: 'webhook_suspended' as const,
    link: isRelay ? '/services?tab=relay' : '/admin/chatConfig/webhook',
    cause: `${webhookId} ${state}`,
  };
  if (state === 'active')
    return notify(ctx, tx, [createdBy], { ...common, code: isRelay ? 'relay.resumed' : 'webhook.resumed', values: { name } });
  if (isGone) return notify(ctx, tx, [createdBy], { ...common, code: isRelay ? 'relay.gone' : 'webhook.gone', values: { name } });
  const values = { name, reason: lastError };
  return notify(ctx, tx, [createdBy], { ...common, code: isRelay ? 'relay.suspended' : 'webhook.suspended', values });
}
