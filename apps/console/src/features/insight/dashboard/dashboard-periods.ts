import { formatInstant } from '../../../lib/format.ts';
import { offsetMs, parseWallTime } from '../../../lib/wall-time.ts';

export const dashboardPeriods = ['MONTH', 'HALF-MONTH', 'WEEK', 'DAY'] as const;
export type DashboardPeriod = (typeof dashboardPeriods)[number];

/** Days back; today counts, so 14 back are 15 days. */
const daysBack: Record<DashboardPeriod, number> = { MONTH: 30, 'HALF-MONTH': 14, WEEK: 6, DAY: 0 };

export type DashboardQuery = { fromDate: string; toDate: string; timeType: 'HOUR' | 'DAY'; currentDate: string; clientOffset: number };

/** Covers the time from the first day's midnight in the user's zone until now; hours for one day, days for all others. */
export function toDashboardQuery(period: DashboardPeriod, now: Date, zone: string): DashboardQuery {
  const today = formatInstant(now, 'isoDay', zone);
  const [year = 1970, month = 1, day = 1] = today.split('-').map(Number);
  const first = new Date(Date.UTC(year, month - 1, day - daysBack[period])).toISOString().slice(0, 10).replaceAll('-', '/');
  const from = parseWallTime(`${first} 00:00:00`, zone) ?? now;
  return {
    fromDate: from.toISOString(),
    toDate: now.toISOString(),
    timeType: period === 'DAY' ? 'HOUR' : 'DAY',
    currentDate: now.toISOString(),
    clientOffset: Math.round(offsetMs(now.getTime(), zone) / 60_000),
  };
}

/** Returns the label under a bar: '5 Jan' for a day, '09:00' for an hour. A date without a zone is the reader's own clock already. */
export function toPointLabel(date: string, timeType: 'HOUR' | 'DAY', zone: string): string {
  const isWallTime = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2})?)?$/.test(date);
  const at = isWallTime ? `${date.length === 10 ? `${date}T00:00` : date}Z` : date;
  return formatInstant(at, timeType === 'HOUR' ? 'clock' : 'dayOfYear', isWallTime ? 'UTC' : zone) || date;
}
