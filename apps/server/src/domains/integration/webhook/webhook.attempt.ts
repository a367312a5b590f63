import type { Tx } from '#platform/db/database.ts';
import { writeBehind } from '#platform/db/transaction.ts';
import type { EnterpriseContext } from '../../../context.ts';
import type { Deps } from '../../../deps.ts';
import { notify } from '../../account/door.ts';
import { type Claimed, changeWebhook, lockHealth, noteResult, sendWaiting } from '../hook/webhook.repository.ts';
import { type Health, healthAfter, isDone, nextAttemptMs } from '../hook/webhook.rules.ts';
import { type Outcome, openSealed, post, type SealedPart } from '../hook/webhook.send.ts';
import { moveDeliveries, type Step } from './delivery.repository.ts';

export type Attempt = { delivery: Claimed; outcome: Outcome; at: Date };

export type Opened = Pick<SealedPart, 'headers'> & { secrets: string[] };
type Open = (delivery: Claimed) => Opened;

/** Opens the secrets of one webhook, which are the same for delivery after delivery until they are changed. */
export function createOpener(secrets: Deps['secrets']): Open {
  let last: (Opened & Pick<Claimed, 'secret' | 'formerSecret'>) | undefined;
  return ({ secret, formerSecret }) => {
    if (last?.secret === secret && last.formerSecret === formerSecret) return last;
    const current = openSealed(secrets, secret);
    const former = formerSecret === '' ? [] : [openSealed(secrets, formerSecret).secret];
    last = { secret, formerSecret, secrets: [current.secret, ...former], headers: current.headers };
    return last;
  };
}

export async function attempt(deps: Deps, delivery: Claimed, open: Open): Promise<Attempt> {
  const { secrets, headers } = open(delivery);
  const at = deps.now();
  const outcome = await post(deps.config, { id: delivery.eventId, url: delivery.url, body: delivery.body, secrets, headers });
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
    writeBehind(tx, moveDeliveries(tx, enterpriseId, steps, ctx.now()));
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
  const change = changeOf(before, after);
  if (change) writeBehind(tx, changeWebhook(tx, enterpriseId, webhookId, change));
  const lastError = attempts.findLast(({ outcome }) => !isDone(outcome.status))?.outcome.error ?? '';
  const noted = noteResult(tx, enterpriseId, webhookId, {
    ...(results.some(({ status }) => isDone(status)) ? { lastSuccessAt: ctx.now() } : {}),
    lastError: after.failuresInRow > 0 ? lastError : '',
  });
  writeBehind(tx, noted);
  const isGone = after.state === 'suspended' && after.probeAt === null;
  if (before.state === 'suspended' && after.state === 'active') await sendWaiting(tx, enterpriseId, webhookId, ctx.now());
  if (before.state !== after.state || (isGone && before.probeAt !== null))
    await tellOfHealth(ctx, tx, { webhookId, name: await noted, lastError, isGone, ...before, state: after.state });
  return after.state === 'suspended';
}

/**
 * Selects what is other now. Most attempts change nothing, and a state that is written tells every process to read its webhooks anew, even when it
 * is the same.
 */
function changeOf(before: Health, after: Health): Partial<Health> | undefined {
  const change: Partial<Health> = {
    ...(after.state === before.state ? {} : { state: after.state }),
    ...(after.failuresInRow === before.failuresInRow ? {} : { failuresInRow: after.failuresInRow }),
    ...(after.failingSince?.getTime() === before.failingSince?.getTime() ? {} : { failingSince: after.failingSince }),
    ...(after.probeAt?.getTime() === before.probeAt?.getTime() ? {} : { probeAt: after.probeAt }),
  };
  return Object.keys(change).length > 0 ? change : undefined;
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
