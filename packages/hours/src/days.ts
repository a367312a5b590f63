import type { CalendarException, CalendarSlot } from '@parley/contract';

export const dayMs = 86_400_000;
export const minuteMs = 60_000;
export const dayMinutes = 1440;

/** Days since 1 January 1970, of 2026-01-31. */
export const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / dayMs;
/** 2026-01-31 */
export const dayText = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);
/** 1 is Monday, 7 is Sunday; 1 January 1970 was a Thursday. */
export const weekdayOf = (day: number): number => ((((day + 3) % 7) + 7) % 7) + 1;

type Range = Pick<CalendarException, 'from' | 'to'>;
/** Days of the range as it is written. */
export const lengthOf = ({ from, to }: Range): number => dayNumber(to) - dayNumber(from) + 1;

/** Tells whether a range that comes every year has a day, by month and day alone: a range may pass the end of the year. */
export function isCovered({ from, to }: Range, day: number): boolean {
  const [first, last, asked] = [from.slice(5), to.slice(5), dayText(day).slice(5)];
  return first <= last ? first <= asked && asked <= last : asked >= first || asked <= last;
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** Minutes behind the midnight of the day on which a slot begins; `to` lies behind the next midnight where the slot passes it. */
export function spanOf({ from, to }: CalendarSlot): { from: number; to: number } {
  const [first, last] = [minutesOf(from), minutesOf(to)];
  return { from: first, to: last > first ? last : last + dayMinutes };
}
