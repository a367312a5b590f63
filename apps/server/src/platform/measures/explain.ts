/**
 * The change of a figure is explained as the sum of the changes of its parts.
 *
 * A mean or a share is split as Marshall and Edgeworth do it: with the shares s of the parts in all rows and their values m,
 * Δ = Σ s̄·Δm + Σ (m̄ − c)·Δs, where a bar is the middle of both sides and c any number, since the shares add up to one on both sides. The first
 * sum is what values did, the second what came more or less often. c is the middle of the whole values, so that a part counts by its distance
 * from them. Nothing is left over.
 */

/** @property value of the part's rows; null: it has none @property count rows that the value is of */
export type Side = { value: number | null; count: number };
export type Part = { key: string; before: Side; after: Side };
/** @property slower what other values did @property more what other numbers of rows did */
export type PartChange = Part & { change: number; slower: number; more: number };

/** Puts the parts of both sides together by their keys. */
export function pairUp(before: ReadonlyMap<string, Side>, after: ReadonlyMap<string, Side>): Part[] {
  const none: Side = { value: null, count: 0 };
  const keys = new Set([...before.keys(), ...after.keys()]);
  return [...keys].map((key) => ({ key, before: before.get(key) ?? none, after: after.get(key) ?? none }));
}

/** Changes of a number of rows: each part's own. */
export const explainSum = (parts: readonly Part[]): PartChange[] =>
  parts.map((part) => {
    const change = part.after.count - part.before.count;
    return { ...part, change, slower: 0, more: change };
  });

/** Changes of a mean, or of a share whose parts are weighed by what it is a share of. Both sides need rows. */
export function explainMean(parts: readonly Part[]): PartChange[] {
  const whole = (side: 'before' | 'after') => {
    const count = parts.reduce((sum, part) => sum + part[side].count, 0);
    const total = parts.reduce((sum, part) => sum + (part[side].value ?? 0) * part[side].count, 0);
    return { count, value: total / count };
  };
  const [before, after] = [whole('before'), whole('after')];
  const middle = (before.value + after.value) / 2;
  return parts.map((part) => {
    // A part that is new or gone has no other value: it came, or stays away.
    const was = part.before.value ?? part.after.value ?? 0;
    const is = part.after.value ?? was;
    const [shareBefore, shareAfter] = [part.before.count / before.count, part.after.count / after.count];
    const slower = ((shareBefore + shareAfter) / 2) * (is - was);
    const more = ((was + is) / 2 - middle) * (shareAfter - shareBefore);
    return { ...part, change: slower + more, slower, more };
  });
}

/** Parts that do most come first. */
export const byEffect = (parts: readonly PartChange[]): PartChange[] =>
  parts.toSorted((one, other) => Math.abs(other.change) - Math.abs(one.change) || one.key.localeCompare(other.key));

/**
 * A property says as much as its parts did beyond their share of the rows, as a part of the whole change, less what they took back from each
 * other. A change that all parts have alike says nothing about any of them, and neither do parts that move to and fro.
 */
export function clarityOf(parts: readonly PartChange[]): number {
  const sum = (read: (part: PartChange) => number) => parts.reduce((total, part) => total + read(part), 0);
  const whole = sum(({ change }) => change);
  if (whole === 0) return Number.NEGATIVE_INFINITY;
  const [before, after] = [sum((part) => part.before.count) || 1, sum((part) => part.after.count) || 1];
  const shareOf = (part: PartChange) => (part.before.count / before + part.after.count / after) / 2;
  const beyond = sum((part) => Math.abs(part.change / whole - shareOf(part))) / 2;
  const takenBack = sum(({ change }) => Math.abs(change / whole)) - 1;
  return beyond - takenBack;
}
