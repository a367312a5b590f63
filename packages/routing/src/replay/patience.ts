import type { Random } from './random.ts';

/** The time that a customer waited at least: `isLeft` where one has left then, else the wait ended otherwise and only the bound is known. */
export type Wait = { ms: number; isLeft: boolean };
/** Shares of customers who are still there behind each time at which one has left (Kaplan and Meier). */
export type Patience = { ms: number[]; share: number[] };

export function patienceOf(waits: readonly Wait[]): Patience {
  const patience: Patience = { ms: [], share: [] };
  let there = waits.length;
  let share = 1;
  for (const { ms, isLeft } of waits.toSorted((one, other) => one.ms - other.ms || Number(other.isLeft) - Number(one.isLeft))) {
    if (isLeft) {
      share *= 1 - 1 / there;
      patience.ms.push(ms);
      patience.share.push(share);
    }
    there -= 1;
  }
  return patience;
}

/** Draws how long a customer waits who has waited so long. @returns null: as long as it takes, for all that is known */
export function drawPatience({ ms, share }: Patience, atLeastMs: number, random: Random): number | null {
  const passed = ms.findLastIndex((at) => at <= atLeastMs);
  const still = passed < 0 ? 1 : (share[passed] as number);
  const drawn = still * random();
  const place = share.findIndex((left, index) => index > passed && left <= drawn);
  return place < 0 ? null : (ms[place] as number);
}
