import { moneyUnit } from '@parley/contract';

export const laneCount = 16;
/** Less than this in a lane pays too few messages to be worth a lane of its own. */
const laneMinimum = moneyUnit;

/** Counts the prices that the money covers, from the first on, and sums their cost. */
export function coverOf(prices: readonly number[], money: number): { covered: number; cost: number } {
  let cost = 0;
  for (const [place, price] of prices.entries()) {
    if (cost + price > money) return { covered: place, cost };
    cost += price;
  }
  return { covered: prices.length, cost };
}

/**
 * Computes the money that a run takes ahead: for 50 batches, but at most a tenth of the free money; zero where that would not cover one
 * batch.
 */
export function aheadOf(cost: number, spare: number): number {
  const ahead = Math.min(50 * cost, Math.floor(spare / 10));
  return ahead >= cost ? ahead : 0;
}

/**
 * Computes the new amount of each lane of conversations. Debts are paid first, lane by lane. A tenth of the rest goes into lanes, or
 * sixteen units if that is more. A small wallet fills few lanes, since a lane pays a message alone or not at all.
 * @param unused of each lane that can be changed now
 * @returns the same, or undefined where nothing has to be done
 */
export function fillOf(unused: readonly number[], spare: number): number[] | undefined {
  const held = unused.reduce((sum, amount) => sum + Math.max(0, amount), 0);
  const owes = unused.some((amount) => amount < 0);
  let left = spare + held;
  const filled = unused.map((amount) => {
    if (amount >= 0) return 0;
    const paid = Math.min(-amount, left);
    left -= paid;
    return amount + paid;
  });
  const wanted = Math.min(left, Math.max(Math.floor(left / 10), unused.length * laneMinimum));
  if (!owes && held * 2 >= wanted) return undefined;
  const lanes = Math.min(unused.length, Math.max(1, Math.floor(wanted / laneMinimum)));
  const share = Math.floor(wanted / lanes);
  let given = 0;
  for (let lane = 0; lane < unused.length && given < lanes; lane += 1) {
    if ((filled[lane] ?? 0) < 0) continue;
    filled[lane] = share + (given === 0 ? wanted - share * lanes : 0);
    given += 1;
  }
  return filled;
}
