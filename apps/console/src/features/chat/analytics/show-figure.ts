import type { AnalyticsFigure, AnalyticsFigures, AnalyticsMeasure, AnalyticsReport } from '@parley/contract';
import { formatNumber, formatShare } from '../../../lib/format.ts';
import { showSeconds } from '../shared/show-seconds.ts';

export type Unit = 'chats' | 'ms' | 'stars' | 'share';

/** A value as people read it; a dash where there is nothing to take it of. */
export function showValue(unit: Unit, value: number | null | undefined): string {
  if (value === null || value === undefined) return '–';
  if (unit === 'ms') return showSeconds(Math.round(value / 1000));
  if (unit === 'share') return formatShare(value);
  return unit === 'stars' ? formatNumber(value, [1, 1]) : formatNumber(value);
}

export const countOf = (figures: AnalyticsFigures, measure: AnalyticsMeasure): number => figures[measure]?.count ?? 0;

/** @property tone whether the change is for the better; undefined: neither */
export type Change = { direction: 'up' | 'down' | 'same'; tone: 'good' | 'bad' | undefined; by: string };

/** Compares a figure with that of the days before; undefined: one of them is of nothing. */
export function changeOf(report: AnalyticsReport, measure: AnalyticsMeasure): Change | undefined {
  const [now, before] = [readValue(report.figures[measure]), readValue(report.before.figures[measure])];
  const { unit, better } = report.measures[measure] ?? { unit: 'chats', better: 'neither' };
  if (now === null || before === null) return undefined;
  const by = now - before;
  const direction = by === 0 ? 'same' : by > 0 ? 'up' : 'down';
  const isGood = (direction === 'up') === (better === 'more');
  return {
    direction,
    tone: by === 0 || better === 'neither' ? undefined : isGood ? 'good' : 'bad',
    by: unit === 'share' ? formatNumber(Math.abs(by) * 100, [0, 1]) : showValue(unit, Math.abs(by)),
  };
}

const readValue = (figure: AnalyticsFigure | undefined): number | null => figure?.value ?? null;
