/** A day of the Gregorian calendar as its number since 1 January 1970. */
export type Day = number;

const dayMs = 86_400_000;

/** @param month 1–12; days and months out of their bounds run over into the next */
export function toDay(year: number, month: number, dayOfMonth: number): Day {
  return Math.floor(new Date(0).setUTCFullYear(year, month - 1, dayOfMonth) / dayMs);
}

export function partsOf(day: Day): { year: number; month: number; dayOfMonth: number } {
  const date = new Date(day * dayMs);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, dayOfMonth: date.getUTCDate() };
}

/** Monday is 0. */
export const weekdayOf = (day: Day): number => (((day + 3) % 7) + 7) % 7;

export function isDate(year: number, month: number, dayOfMonth: number): boolean {
  return month >= 1 && month <= 12 && dayOfMonth >= 1 && dayOfMonth <= lengthOfMonth(year, month);
}

export const lengthOfMonth = (year: number, month: number): number => partsOf(toDay(year, month + 1, 0)).dayOfMonth;

/** The same day some months on; the last of a month when that one is shorter. */
export function addMonths(day: Day, months: number): Day {
  const { year, month, dayOfMonth } = partsOf(day);
  const first = partsOf(toDay(year, month + months, 1));
  return toDay(first.year, first.month, Math.min(dayOfMonth, lengthOfMonth(first.year, first.month)));
}

/** '2026-11-24' */
export function presentDay(day: Day): string {
  const { year, month, dayOfMonth } = partsOf(day);
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(dayOfMonth).padStart(2, '0')}`;
}
