import type { AnalyticsFigures, AnalyticsMeasure, FigureUnit } from '@parley/contract';
import { formatNumber, formatShare } from '../../../../lib/format.ts';
import { showSeconds } from '../show-seconds.ts';

export type Unit = FigureUnit;

/** A value as people read it; a dash where there is nothing to take it of. */
export function showValue(unit: Unit, value: number | null | undefined): string {
  if (value === null || value === undefined) return '–';
  if (unit === 'ms') return showSeconds(Math.round(value / 1000));
  if (unit === 'share') return formatShare(value);
  if (unit === 'stars') return formatNumber(value, [1, 1]);
  return unit === 'messages' ? formatNumber(value, [0, 2]) : formatNumber(value);
}

export const countOf = (figures: AnalyticsFigures, measure: AnalyticsMeasure): number => figures[measure]?.count ?? 0;
