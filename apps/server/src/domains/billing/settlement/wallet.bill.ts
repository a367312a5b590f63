import type { Tx } from '#platform/db/database.ts';
import { afterCommit } from '#platform/db/transaction.ts';
import type { Bill, Drawn } from '../../../bill.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { quoteLines } from '../rate/rate.quote.ts';
import { lockAccount, postGranted, readAccount, spareOf } from '../wallet/account.repository.ts';
import { readBalances } from '../wallet/balance.repository.ts';
import {
  deleteRunGrants,
  drawFromLane,
  drawFromRun,
  emptyGrants,
  ensureRunGrant,
  lockRunGrant,
  lockTakeable,
  saveRunGrant,
} from '../wallet/grant.repository.ts';
import { aheadOf, coverOf } from '../wallet/grants.rules.ts';
import { fillLanes, takeLanesBack } from '../wallet/lanes.ts';
import { settle } from './settle.ts';

const sumOf = (prices: readonly number[]): number => prices.reduce((sum, price) => sum + price, 0);
type Paying = Parameters<Bill['gather']>[0];

/**
 * The wallet as sending asks it. `draw` runs in the transaction that writes the messages and never waits for the account's row; what takes
 * money ahead is a short transaction of its own (decision 0031).
 * @param contextOf for filling the lanes of conversations between two rounds of the poster
 */
export function createWalletBill(contextOf: (enterpriseId: string) => EnterpriseContext): Bill {
  const filling = new Set<string>();
  const settling = new Set<string>();

  /** One at a time for each enterprise: lanes that run dry are many at once. */
  function fillSoon(enterpriseId: string): void {
    if (filling.has(enterpriseId)) return;
    filling.add(enterpriseId);
    const ctx = contextOf(enterpriseId);
    ctx
      .transaction((tx) => fillLanes(tx, { enterpriseId }, ctx.now()))
      // The poster fills them within a minute.
      .catch(() => {})
      .finally(() => filling.delete(enterpriseId));
  }

  /** Books the cost of a run when it ends; a contradiction is reported by the poster, which finds it too. */
  function settleSoon(enterpriseId: string): void {
    if (settling.has(enterpriseId)) return;
    settling.add(enterpriseId);
    settle(contextOf(enterpriseId))
      .catch(() => {})
      .finally(() => settling.delete(enterpriseId));
  }

  async function drawOfConversation(tx: Tx, enterpriseId: string, prices: readonly number[]): Promise<Drawn> {
    const cost = sumOf(prices);
    const left = await drawFromLane(tx, enterpriseId, cost, false);
    if (left !== undefined) {
      // A lane that could not pay the same again.
      if (cost > 0 && left < cost) afterCommit(tx, () => fillSoon(enterpriseId));
      return { covered: prices.length, isShort: false, left };
    }
    const { status } = await readAccount(tx, enterpriseId);
    if (status !== 'ACTIVE') return { covered: 0, isShort: false, left: 0 };
    if (cost === 0) return { covered: prices.length, isShort: false, left: 0 };
    afterCommit(tx, () => fillSoon(enterpriseId));
    // A transaction that holds a lane waits for no other lane: two that hold one each would deadlock.
    const waited = lanesHeld.has(tx) ? undefined : await drawFromLane(tx, enterpriseId, cost, true);
    if (waited !== undefined) return { covered: prices.length, isShort: false, left: waited };
    let covered = 0;
    for (const price of prices) {
      if ((await drawFromLane(tx, enterpriseId, price, false)) === undefined) break;
      covered += 1;
    }
    return { covered, isShort: false, left: 0 };
  }

  return {
    currencyOf: async (tx, enterpriseId) => (await readAccount(tx, enterpriseId)).currency,
    quote: quoteLines,
    async draw(tx, enterpriseId, payer, prices) {
      if (payer.kind === 'run') return drawOfRun(tx, enterpriseId, payer.runId, prices);
      const drawn = await drawOfConversation(tx, enterpriseId, prices);
      lanesHeld.add(tx);
      return drawn;
    },
    gather,
    refill,
    covers: async (tx, enterpriseId, amount) => {
      const [{ available, status }, account] = await Promise.all([readBalances(tx, enterpriseId), readAccount(tx, enterpriseId)]);
      return status === 'ACTIVE' && amount <= spareOf({ ...account, available });
    },
    isActive: async (tx, enterpriseId) => (await readAccount(tx, enterpriseId)).status === 'ACTIVE',
    reserve,
    async release(ctx, tx, runId) {
      await lockAccount(tx, ctx.enterpriseId);
      await giveBack(tx, ctx, runId);
      afterCommit(tx, () => settleSoon(ctx.enterpriseId));
    },
  };
}

/** Transactions that have paid out of a lane. */
const lanesHeld = new WeakSet<Tx>();

async function drawOfRun(tx: Tx, enterpriseId: string, runId: string, prices: readonly number[]): Promise<Drawn> {
  const cost = sumOf(prices);
  const left = await drawFromRun(tx, enterpriseId, runId, cost);
  if (left !== undefined) return { covered: prices.length, isShort: false, left };
  const { status } = await readAccount(tx, enterpriseId);
  if (status !== 'ACTIVE') return { covered: 0, isShort: false, left: 0 };
  if (cost === 0) return { covered: prices.length, isShort: false, left: 0 };
  const grant = await lockRunGrant(tx, enterpriseId, runId);
  const { covered, cost: paid } = coverOf(prices, grant?.unused ?? 0);
  if (!grant?.isFinal) return { covered, isShort: true, left: 0 };
  await saveRunGrant(tx, enterpriseId, runId, { unused: grant.unused - paid, isFinal: false });
  return { covered, isShort: false, left: grant.unused - paid };
}

function gather(ctx: Paying, runId: string, prices: readonly number[], isLast: boolean): Promise<number> {
  const { enterpriseId } = ctx;
  const cost = sumOf(prices);
  return ctx.transaction(async (tx) => {
    const account = await lockAccount(tx, enterpriseId);
    if (account.status !== 'ACTIVE') return 0;
    const own = await ensureRunGrant(tx, enterpriseId, runId);
    const spare = Math.max(0, spareOf(account));
    const reference = runId;
    const ahead = isLast ? 0 : aheadOf(cost, spare);
    if (ahead > 0 || (isLast && cost - own.unused <= spare)) {
      // A run's last batch takes exactly the missing amount.
      const unused = isLast ? Math.max(cost, own.unused) : own.unused + ahead;
      await saveRunGrant(tx, enterpriseId, runId, { unused, isFinal: isLast });
      await postGranted(tx, enterpriseId, unused - own.unused, reference, ctx.now());
      return prices.length;
    }
    const others = await lockTakeable(tx, enterpriseId, runId);
    const taken = others.reduce((sum, { unused }) => sum + unused, 0);
    const paid = coverOf(prices, spare + taken + own.unused);
    await emptyGrants(tx, enterpriseId, others);
    await saveRunGrant(tx, enterpriseId, runId, { unused: paid.cost, isFinal: true });
    await postGranted(tx, enterpriseId, paid.cost - own.unused - taken, reference, ctx.now());
    return paid.covered;
  });
}

async function refill(ctx: Paying, runId: string, cost: number): Promise<void> {
  if (cost === 0) return;
  await ctx.transaction(async (tx) => {
    const account = await lockAccount(tx, ctx.enterpriseId);
    const ahead = account.status === 'ACTIVE' ? aheadOf(cost, Math.max(0, spareOf(account))) : 0;
    if (ahead === 0) return;
    const own = await ensureRunGrant(tx, ctx.enterpriseId, runId);
    await saveRunGrant(tx, ctx.enterpriseId, runId, { unused: own.unused + ahead, isFinal: own.isFinal });
    await postGranted(tx, ctx.enterpriseId, ahead, runId, ctx.now());
  });
}

async function reserve(ctx: Paying, tx: Tx, runId: string, amount: number): Promise<boolean> {
  const account = await lockAccount(tx, ctx.enterpriseId);
  if (account.status !== 'ACTIVE') return false;
  const spare = spareOf(account);
  if (spare < amount && spare + (await takeLanesBack(tx, ctx.enterpriseId, ctx.now())) < amount) return false;
  const own = await ensureRunGrant(tx, ctx.enterpriseId, runId);
  await saveRunGrant(tx, ctx.enterpriseId, runId, { unused: own.unused + amount, isFinal: own.isFinal, isReserved: true });
  await postGranted(tx, ctx.enterpriseId, amount, runId, ctx.now());
  return true;
}

async function giveBack(tx: Tx, ctx: Paying, runId: string): Promise<void> {
  const grant = await lockRunGrant(tx, ctx.enterpriseId, runId);
  if (!grant) return;
  await deleteRunGrants(tx, ctx.enterpriseId, [runId]);
  await postGranted(tx, ctx.enterpriseId, -grant.unused, runId, ctx.now());
}
