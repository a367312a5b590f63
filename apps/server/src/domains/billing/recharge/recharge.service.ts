import { randomBytes } from 'node:crypto';
import {
  billingTexts,
  fieldError,
  hundredth,
  type PaymentResult,
  type PaymentUpdate,
  type Recharge,
  type RechargeMismatch,
  rechargeLimits,
  showAmount,
  taxOf,
  toPaymentState,
} from '@parley/contract';
import { changing, creating, excuse } from '#platform/audit/trail.ts';
import { violatedConstraint } from '#platform/db/database.ts';
import { DomainError, invalidRequest } from '#platform/http/domain-error.ts';
import { newId } from '#platform/ids.ts';
import type { Gateway } from '../../../config.ts';
import type { Ctx, EnterpriseContext } from '../../../context.ts';
import { enterpriseContext } from '../../../context-of.ts';
import type { Deps } from '../../../deps.ts';
import { findUserNames, readEnterpriseName } from '../../account/door.ts';
import { moneyCame } from '../../messaging/door.figures.ts';
import { tellDifference } from '../settlement/difference.ts';
import { lockAccount, post, readAccount } from '../wallet/account.repository.ts';
import { fillLanes } from '../wallet/lanes.ts';
import { fetchLink, findLink, GatewayRefused, GatewayUnreachable, makeLink, type PaymentLink } from './gateway.ts';
import { rechargeRecord } from './recharge.record.ts';
import {
  findByLink,
  findByReference,
  findByRequestKey,
  findRechargeRow,
  insertRecharge,
  listRechargeRows,
  lockRechargeRow,
  type RechargeRow,
  updateRecharge,
} from './recharge.repository.ts';
import { isSigned, type Judged, judgeLink, nextCheck, toMinor } from './recharge.rules.ts';

const linkMs = 24 * 3_600_000;

const present = (row: RechargeRow, by: string): Recharge => ({
  rechargeId: row.rechargeId,
  reference: row.reference,
  amount: row.amount,
  tax: row.tax,
  currency: row.currency,
  state: row.state,
  paymentId: row.paymentId,
  url: row.state === 'pending' && row.mismatch === '' ? row.url : '',
  mismatch: row.state === 'paid' ? '' : row.mismatch,
  createdAt: row.createdAt.toISOString(),
  paidAt: row.paidAt?.toISOString() ?? null,
  createdBy: by,
});

export async function listRecharges(
  deps: Pick<Deps, 'gateway'>,
  ctx: EnterpriseContext,
  { from, perPage }: { from: number; perPage: number },
) {
  const { enterpriseId } = ctx;
  const [rows, { taxBasisPoints, currency }] = await Promise.all([
    ctx.read((tx) => listRechargeRows(tx, enterpriseId, { from, limit: perPage + 1 })),
    ctx.read((tx) => readAccount(tx, enterpriseId)),
  ]);
  const shown = rows.slice(0, perPage);
  const names = await ctx.read((tx) =>
    findUserNames(
      tx,
      enterpriseId,
      shown.map(({ createdBy }) => createdBy),
    ),
  );
  return {
    recharges: shown.map((row, place) => present(row, names[place] ?? '')),
    more: rows.length > perPage,
    isOffered: deps.gateway() !== undefined,
    taxBasisPoints,
    currency,
  };
}

/** @throws DomainError request.invalid that names the field */
function assertAmount(amount: number): void {
  const { least, most } = rechargeLimits;
  if (amount < least) throw invalidRequest(fieldError('amount', 'number.too_small', { minimum: showAmount(least, 2) }));
  if (amount > most) throw invalidRequest(fieldError('amount', 'number.too_big', { maximum: showAmount(most, 2) }));
  if (amount % hundredth !== 0) throw invalidRequest(fieldError('amount', 'number.whole'));
}

/**
 * A link by which an amount and its tax are paid. The recharge is recorded before the gateway is asked, so no link is unknown to us; the
 * wallet grows when the gateway says that it has the money.
 * @throws DomainError request.invalid, billing.not_offered, billing.gateway_failed
 */
export async function createRecharge(
  deps: Deps,
  ctx: Ctx,
  { amount, requestKey }: { amount: number; requestKey: string },
): Promise<Recharge> {
  const { enterpriseId, actor } = ctx;
  const gateway = deps.gateway();
  if (!gateway) throw new DomainError('billing.not_offered', 'Payments are not set up in this installation.', {});
  assertAmount(amount);
  const made = await recordRecharge(ctx, amount, requestKey);
  if (made.linkId !== '' || made.state !== 'pending') return present(made, actor.name);
  const name = await ctx.read((tx) => readEnterpriseName(tx, enterpriseId));
  const link = await makeLink(gateway, {
    amountMinor: toMinor(made.amount + made.tax),
    currency: made.currency,
    reference: made.reference,
    description: `Recharge of ${name}`,
    expiresAt: new Date(made.createdAt.getTime() + linkMs),
    callbackUrl: `${deps.publicUrl()}/transaction.html`,
    notes: { enterprise: enterpriseId, recharge: made.rechargeId },
  }).catch(async (error: unknown) => {
    // The same call a moment ago has made it.
    const known = error instanceof GatewayRefused ? await findLink(gateway, made.reference).catch(() => undefined) : undefined;
    if (known) return known;
    if (error instanceof GatewayRefused) await giveUp(ctx, made);
    if (error instanceof GatewayRefused || error instanceof GatewayUnreachable)
      throw new DomainError('billing.gateway_failed', `The payment service made no link: ${error.message}`, { reason: error.message });
    throw error;
  });
  const row = await keepLink(ctx, made, link);
  return present(row, actor.name);
}

async function recordRecharge(ctx: Ctx, amount: number, requestKey: string): Promise<RechargeRow> {
  const { enterpriseId, actor } = ctx;
  const ref = { enterpriseId, rechargeId: newId() };
  const earlier = () => ctx.read((tx) => findByRequestKey(tx, enterpriseId, actor.userId, requestKey));
  const known = await earlier();
  if (known) return known;
  try {
    return await ctx.transaction(async (tx) => {
      const { currency, taxBasisPoints } = await readAccount(tx, enterpriseId);
      const createdAt = ctx.now();
      await creating(
        ctx,
        tx,
        rechargeRecord,
        () => ref.rechargeId,
        () =>
          insertRecharge(tx, {
            ...ref,
            reference: `PR${randomBytes(9).toString('hex').toUpperCase()}`,
            amount,
            tax: taxOf(amount, taxBasisPoints),
            currency,
            requestKey,
            createdBy: actor.userId,
            createdAt,
            nextCheckAt: nextCheck(0, createdAt),
          }),
      );
      return (await findRechargeRow(tx, ref)) as RechargeRow;
    });
  } catch (error) {
    const doubled = violatedConstraint(error) === 'recharges_by_key' ? await earlier() : undefined;
    if (!doubled) throw error;
    return doubled;
  }
}

const keepLink = (ctx: EnterpriseContext, ref: RechargeRow, link: PaymentLink): Promise<RechargeRow> =>
  ctx.transaction(async (tx) => {
    excuse(tx, 'the address at the gateway of a recharge that was recorded a moment ago');
    await updateRecharge(tx, ref, { linkId: link.id, url: link.short_url });
    return (await findRechargeRow(tx, ref)) as RechargeRow;
  });

const giveUp = (ctx: EnterpriseContext, ref: RechargeRow): Promise<void> =>
  ctx.transaction((tx) =>
    changing(ctx, tx, rechargeRecord, ref.rechargeId, 'edit', () => updateRecharge(tx, ref, { state: 'failed', nextCheckAt: null })),
  );

type Paying = Pick<Deps, 'gateway' | 'log' | 'metrics'>;

/** @property mismatch the value that differs from the request; the wallet has got nothing */
export type Checked = { row: RechargeRow; mismatch?: RechargeMismatch };

/**
 * Asks the gateway what became of a recharge, and books the money once: the payment's id is the movement's key, so however many ask, and by
 * whichever road, one of them books it. One that has expired or was cancelled is paid all the same where the gateway has the money.
 * @param claimed the payment that somebody names; '': nobody does
 * @throws GatewayUnreachable
 */
export async function checkRecharge(
  deps: Paying,
  gateway: Gateway,
  ctx: EnterpriseContext,
  rechargeId: string,
  claimed = '',
): Promise<Checked> {
  const ref = { enterpriseId: ctx.enterpriseId, rechargeId };
  let row = await ctx.read((tx) => findRechargeRow(tx, ref));
  if (!row) throw new DomainError('recharge.not_found', 'There is no such recharge.', {});
  if (row.state === 'paid') return { row };
  if (row.linkId === '') {
    // The answer to its making was lost.
    const found = await findLink(gateway, row.reference);
    if (!found) return { row };
    row = await keepLink(ctx, row, found);
  }
  const judged: Judged = judgeLink(row, await fetchLink(gateway, row.linkId), claimed);
  if (judged.state === 'mismatch') return refuse(deps, ctx, row, judged.field);
  const { state } = judged;
  if (state === 'pending') return { row };
  const paymentId = state === 'paid' ? judged.paymentId : '';
  try {
    return { row: await ctx.transaction((tx) => finish(ctx, tx, ref, state, paymentId)) };
  } catch (error) {
    // The payment has paid another recharge, of any enterprise.
    if (violatedConstraint(error) !== 'recharges_by_payment') throw error;
    return refuse(deps, ctx, row, 'payment');
  }
}

/** It is told, and nobody is asked to pay it again. */
async function refuse(deps: Paying, ctx: EnterpriseContext, row: RechargeRow, mismatch: RechargeMismatch): Promise<Checked> {
  if (row.mismatch !== mismatch)
    await ctx.transaction((tx) => {
      excuse(tx, 'what the gateway says of a payment that is not ours; it is told as a difference of the wallet');
      return updateRecharge(tx, row, { mismatch });
    });
  await tellDifference(deps, ctx, `W5 recharge ${row.reference}: ${mismatch}`);
  return { row, mismatch };
}

async function finish(
  ctx: EnterpriseContext,
  tx: Parameters<typeof lockAccount>[0],
  ref: { enterpriseId: string; rechargeId: string },
  state: 'paid' | 'expired' | 'cancelled',
  paymentId: string,
): Promise<RechargeRow> {
  const account = await lockAccount(tx, ref.enterpriseId);
  const row = await lockRechargeRow(tx, ref);
  if (row.state === 'paid' || (row.state !== 'pending' && state !== 'paid')) return row;
  const at = ctx.now();
  // A payment under way when its link expired may come in later: until it is paid, the checks at the gateway continue unchanged.
  const change = state === 'paid' ? { state, paymentId, paidAt: at, nextCheckAt: null, mismatch: '' as const } : { state };
  await changing(ctx, tx, rechargeRecord, ref.rechargeId, 'edit', () => updateRecharge(tx, ref, change));
  if (state === 'paid') {
    const { enterpriseId } = ref;
    await post(tx, enterpriseId, { kind: 'recharge', amount: row.amount, reference: row.reference, uniqueKey: `payment:${paymentId}`, at });
    await fillLanes(tx, account, at);
    await moneyCame(ctx, tx);
  }
  return (await findRechargeRow(tx, ref)) as RechargeRow;
}

const badSignature = () => new DomainError('billing.signature', 'The signature of the payment does not fit.', {});

/**
 * Handles the report of the payment result's page (PAY-013 to PAY-015). The signature is checked over the values of our own row; it covers
 * no amount, so the gateway is asked before money is booked. Unsigned values change only the picture.
 * @throws DomainError billing.signature, billing.mismatch
 */
export async function updatePayment(deps: Deps, update: PaymentUpdate): Promise<PaymentResult> {
  const status = update.razorpay_payment_link_status;
  const [paymentId, linkId] = [update.razorpay_payment_id, update.razorpay_payment_link_id];
  const reference = update.razorpay_payment_link_reference_id;
  const state = toPaymentState(status);
  const pictured = (shown: PaymentResult['status']): PaymentResult => ({
    status: shown,
    message: billingTexts[shown],
    paymentId,
    referenceId: reference,
  });
  if (update.razorpay_signature === '' && state !== 'paid') return pictured(state);
  const gateway = deps.gateway();
  const ref = gateway ? ((await findByLink(deps.db, linkId)) ?? (await findByReference(deps.db, reference))) : undefined;
  const ctx = ref && enterpriseContext(deps, ref.enterpriseId);
  const found = ctx && (await ctx.read((tx) => findRechargeRow(tx, ref)));
  const row = found && [linkId, ''].includes(found.linkId) ? found : undefined;
  // The answer to the making of the link may be on its way: then the link is what the gateway has signed.
  const signed = row && { linkId, reference: row.reference, status, paymentId };
  if (!gateway || !ctx || !row || row.reference !== reference || !signed || !isSigned(gateway.keySecret, signed, update.razorpay_signature))
    throw badSignature();
  const checked = await checkRecharge(deps, gateway, ctx, row.rechargeId, paymentId).catch((error: unknown) => {
    if (error instanceof GatewayUnreachable) return { row };
    throw error;
  });
  if ('mismatch' in checked && checked.mismatch)
    throw new DomainError('billing.mismatch', `What was paid is not what was asked for: ${checked.mismatch}.`, { field: checked.mismatch });
  return pictured(checked.row.state === 'failed' ? 'cancelled' : checked.row.state);
}
