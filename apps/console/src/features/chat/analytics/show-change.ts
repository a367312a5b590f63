import type { AnalyticsFigure, AnalyticsMeasure, AnalyticsReport } from '@parley/contract';
import { formatNumber } from '../../../lib/format.ts';
import type { Unit } from '../shared/figures/show-figure.ts';
import { showSeconds } from '../shared/show-seconds.ts';

/** The smallest difference that is shown of each unit; less is none. */
const steps: Readonly<Record<Unit, number>> = {
  chats: 1,
  people: 1,
  conversations: 1,
  messages: 1,
  ms: 1000,
  stars: 0.01,
  share: 0.001,
};
const roundChange = (unit: Unit, change: number): number => Math.round(change / steps[unit]) * steps[unit] + 0;

/** The size of a change: chats, time, stars, or points of a hundred. */
export function showSize(unit: Unit, change: number): string {
  const size = Math.abs(roundChange(unit, change));
  if (unit === 'ms') return showSeconds(Math.round(size / 1000));
  if (unit === 'share') return formatNumber(size * 100, [0, 1]);
  return formatNumber(size, unit === 'stars' ? [2, 2] : [0, 0]);
}

export function showChange(unit: Unit, change: number): string {
  const rounded = roundChange(unit, change);
  const sign = rounded === 0 ? '' : rounded < 0 ? '−' : '+';
  return `${sign}${showSize(unit, change)}`;
}

/** @property tone whether the change is for the better; undefined: neither */
export type Change = { direction: 'up' | 'down' | 'same'; tone: 'good' | 'bad' | undefined; by: string };

/** Compares a figure with that of the days before; undefined: one of them is of nothing. */
export function changeOf(report: AnalyticsReport, measure: AnalyticsMeasure): Change | undefined {
  const [now, before] = [readValue(report.figures[measure]), readValue(report.before.figures[measure])];
  const { unit, better } = report.measures[measure] ?? { unit: 'chats', better: 'neither' };
  if (now === null || before === null) return undefined;
  const by = roundChange(unit, now - before);
  const direction = by === 0 ? 'same' : by > 0 ? 'up' : 'down';
  const isGood = (direction === 'up') === (better === 'more');
  return {
    direction,
    tone: by === 0 || better === 'neither' ? undefined : isGood ? 'good' : 'bad',
    by: showSize(unit, by),
  };
}

const readValue = (figure: AnalyticsFigure | undefined): number | null => figure?.value ?? null;

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
