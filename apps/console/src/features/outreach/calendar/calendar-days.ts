import type { CalendarSearch } from './calendar.search.ts';

const dayMs = 24 * 3_600_000;
type View = CalendarSearch['view'];

const toDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
export const addDays = (day: string, count: number): string => toDay(Date.parse(day) + count * dayMs);
const mondayOf = (day: string): string => addDays(day, -((new Date(day).getUTCDay() + 6) % 7));
const monthOf = (day: string): string => day.slice(0, 7);

function addMonths(day: string, count: number): string {
  const [year = 0, month = 1] = day.split('-').map(Number);
  return toDay(Date.UTC(year, month - 1 + count, 1));
}

/** Whole weeks from Monday: the one with a day, or those of its month. */
export function daysOf(view: View, day: string): string[] {
  const first = mondayOf(view === 'week' ? day : `${monthOf(day)}-01`);
  const last = view === 'week' ? addDays(first, 6) : addDays(mondayOf(addDays(addMonths(day, 1), -1)), 6);
  const count = Math.round((Date.parse(last) - Date.parse(first)) / dayMs) + 1;
  return Array.from({ length: count }, (_, place) => addDays(first, place));
}

/** The day that stands for the month or week before or after. */
export const stepFrom = (view: View, day: string, by: 1 | -1): string => (view === 'week' ? addDays(day, 7 * by) : addMonths(day, by));

export const isInView = (view: View, day: string, shown: string): boolean => view === 'week' || monthOf(day) === monthOf(shown);
