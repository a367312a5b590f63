import type { AnalyticsFigures, AnalyticsMeasure } from '@parley/contract';
import { formatNumber, formatShare } from '../../../../lib/format.ts';
import { showSeconds } from '../show-seconds.ts';

export type Unit = 'chats' | 'ms' | 'stars' | 'share';

/** A value as people read it; a dash where there is nothing to take it of. */
export function showValue(unit: Unit, value: number | null | undefined): string {
  if (value === null || value === undefined) return '–';
  if (unit === 'ms') return showSeconds(Math.round(value / 1000));
  if (unit === 'share') return formatShare(value);
  return unit === 'stars' ? formatNumber(value, [1, 1]) : formatNumber(value);
}

export const countOf = (figures: AnalyticsFigures, measure: AnalyticsMeasure): number => figures[measure]?.count ?? 0;
