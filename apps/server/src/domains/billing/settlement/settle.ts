import type { Tx } from '#platform/db/database.ts';
import { takeLease } from '#platform/jobs/lease.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { type Account, lockAccount, post, postGranted } from '../wallet/account.repository.ts';
import { deleteRunGrants, lockEnded } from '../wallet/grant.repository.ts';
import { fillLanes } from '../wallet/lanes.ts';
import { sumLedger } from './reconcile.repository.ts';

/**
 * Differences between the ledger and the booked amounts.
 * @property charge handed over and not booked yet.
 * @property release neither waits nor was handed over
 */
export type Unposted = { charge: number; refund: number; release: number };

/** The books and the ledger contradict each other: nothing is booked until somebody has looked. */
export class WalletDifference extends Error {
  readonly unposted: Unposted;
  constructor(unposted: Unposted) {
    super(`The wallet differs from the ledger: ${JSON.stringify(unposted)}`);
    this.unposted = unposted;
  }
}

const holdMs = 50_000;

/** Books what has become of messages, unless another worker does. @returns false where another does */
export async function settleUnderLease(ctx: EnterpriseContext): Promise<boolean> {
  const work = { enterpriseId: ctx.enterpriseId, work: 'billing', workId: ctx.enterpriseId } as const;
  const lease = await ctx.transaction((tx) => takeLease(tx, work, holdMs));
  if (!lease) return false;
  await settle(ctx);
  return true;
}

/**
 * Books what has become of messages: what was handed over is charged, what came to nothing is released, what failed afterwards is refunded.
 * One transaction, which holds the account; the ledger is read in one statement, so the sums are of one moment.
 * @throws WalletDifference and books nothing
 */
export function settle(ctx: EnterpriseContext): Promise<Unposted> {
  const { enterpriseId } = ctx;
  return ctx.transaction(async (tx) => {
    await giveBackEnded(tx, ctx);
    const account = await lockAccount(tx, enterpriseId);
    const unposted = await readUnposted(tx, account);
    const { charge, refund, release } = unposted;
    if (charge < 0 || release < 0) throw new WalletDifference(unposted);
    const at = ctx.now();
    for (const [kind, amount] of [
      ['charge', charge],
      ['refund', refund],
      ['release', release],
    ] as const)
      if (amount > 0) await post(tx, enterpriseId, { kind, amount, reference: 'messages', at });
    await fillLanes(tx, account, at);
    return unposted;
  });
}

/** Runs that have ended use nothing any more. */
async function giveBackEnded(tx: Tx, { enterpriseId, now }: EnterpriseContext): Promise<void> {
  await lockAccount(tx, enterpriseId);
  const ended = await lockEnded(tx, enterpriseId);
  if (ended.length === 0) return;
  await deleteRunGrants(
    tx,
    enterpriseId,
    ended.map(({ payerId }) => payerId),
  );
  for (const { payerId, unused } of ended) await postGranted(tx, enterpriseId, -unused, payerId, now());
}

async function readUnposted(tx: Tx, { enterpriseId, spent, granted }: Account): Promise<Unposted> {
  const sums = await sumLedger(tx, enterpriseId);
  const charge = sums.spent - spent + sums.refunded;
  return { charge, refund: sums.refunded, release: granted - sums.unused - sums.open - charge };
}
