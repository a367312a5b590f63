import { formatNumber } from '../../../lib/format.ts';
import { showSeconds } from '../shared/show-seconds.ts';
import type { Unit } from './show-figure.ts';

/** The smallest difference that is shown of each unit. */
const steps: Readonly<Record<Unit, number>> = { chats: 1, ms: 1000, stars: 0.01, share: 0.001 };

/** A change with its sign: in chats, time, stars, or points of a hundred. @param plain without a sign */
export function showChange(unit: Unit, change: number, plain?: Unit): string {
  const rounded = Math.round(change / steps[unit]) * steps[unit];
  const size = Math.abs(rounded);
  const shown =
    unit === 'ms'
      ? showSeconds(Math.round(size / 1000))
      : unit === 'share'
        ? formatNumber(size * 100, [0, 1])
        : formatNumber(size, unit === 'stars' ? [2, 2] : [0, 0]);
  if (plain !== undefined || size === 0) return shown;
  return `${rounded < 0 ? '−' : '+'}${shown}`;
}

/**
 * Rounds parts so that what is shown of them adds up to what is shown of the whole: those that lose most by rounding are shown higher by a step.
 */
export function roundParts(unit: Unit, parts: readonly number[], whole: number): number[] {
  const step = steps[unit];
  const floors = parts.map((part) => Math.floor(part / step));
  const missing = Math.round(whole / step) - floors.reduce((sum, one) => sum + one, 0);
  const order = parts
    .map((part, place) => ({ place, rest: part / step - (floors[place] ?? 0) }))
    .toSorted((one, other) => other.rest - one.rest);
  const raised = new Set(order.slice(0, Math.max(0, missing)).map(({ place }) => place));
  return floors.map((floor, place) => (floor + (raised.has(place) ? 1 : 0)) * step);
}
