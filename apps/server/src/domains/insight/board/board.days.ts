import type { BoardRange } from '@parley/contract';
import { addDays } from '#platform/zone/zone-days.ts';

export type Days = { first: string; last: string };

/** Monday is 0. */
const weekdayOf = (day: string): number => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
const monthOf = (day: string): string => `${day.slice(0, 8)}01`;

/**
 * The days that a tile counts, both whole and named by the enterprise's clocks.
 * @param today the day on which it is looked at, or of which a mail tells
 */
export function daysOfRange(range: BoardRange, today: string): Days {
  const back = (first: number, last = 0): Days => ({ first: addDays(today, -first), last: addDays(today, -last) });
  const monday = addDays(today, -weekdayOf(today));
  const lastOfMonth = addDays(monthOf(today), -1);
  const ranges: Record<BoardRange, Days> = {
    today: back(0),
    yesterday: back(1, 1),
    last7: back(6),
    last30: back(29),
    last90: back(89),
    thisWeek: { first: monday, last: today },
    lastWeek: { first: addDays(monday, -7), last: addDays(monday, -1) },
    thisMonth: { first: monthOf(today), last: today },
    lastMonth: { first: monthOf(lastOfMonth), last: lastOfMonth },
  };
  return ranges[range];
}
