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

/** Finds the first place from which on a claim holds that holds to the end once it does. */
function firstPlace(length: number, holds: (place: number) => boolean): number {
  let [from, to] = [0, length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (holds(middle)) to = middle;
    else from = middle + 1;
  }
  return from;
}

/** Draws how long a customer waits who has waited so long. @returns null: as long as it takes, for all that is known */
export function drawPatience({ ms, share }: Patience, atLeastMs: number, random: Random): number | null {
  const behind = firstPlace(ms.length, (place) => (ms[place] as number) > atLeastMs);
  const still = behind === 0 ? 1 : (share[behind - 1] as number);
  const drawn = still * random();
  const place = Math.max(
    behind,
    firstPlace(share.length, (index) => (share[index] as number) <= drawn),
  );
  return place < ms.length ? (ms[place] as number) : null;
}
