import { z } from '../z.ts';

/** Days without a time: stored as '2026-01-31', whose order as texts is theirs in time. */

const iso = /^(\d{4})-(\d{2})-(\d{2})$/;
const pad = (number: number, length = 2) => String(number).padStart(length, '0');

/** A day of the calendar as it is stored, or nothing: there is no 31 February. */
function toDay(year: number, month: number, day: number): string | undefined {
  const at = new Date(Date.UTC(year, month - 1, day));
  if (year < 1 || year > 9999 || at.getUTCFullYear() !== year || at.getUTCMonth() !== month - 1 || at.getUTCDate() !== day)
    return undefined;
  return `${pad(year, 4)}-${pad(month)}-${pad(day)}`;
}

/** Tells whether it is a day as it is stored. */
export function isDay(text: string): boolean {
  const [, year, month, day] = iso.exec(text) ?? [];
  return toDay(Number(year), Number(month), Number(day)) === text;
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const longMonths = [
  ...['january', 'february', 'march', 'april', 'may', 'june'],
  ...['july', 'august', 'september', 'october', 'november', 'december'],
];
function monthOf(name: string): number {
  const word = name.toLowerCase().replace(/\.$/, '');
  if (word === 'sept') return 9;
  return 1 + Math.max(months.indexOf(word), longMonths.indexOf(word));
}

/** Position of the day among two numbers in front of a year; '': nobody has said. */
export const DateOrder = z.enum(['', 'day', 'month']);
export type DateOrder = z.infer<typeof DateOrder>;

export type ReadDay = { day: string } | { fault: 'invalid' | 'ambiguous' };
const orFault = (day: string | undefined): ReadDay => (day === undefined ? { fault: 'invalid' } : { day });

/**
 * A day as people and spreadsheets write it: year first, or with the month's name, or with a number above 12 that can only be the day. What
 * can be read in two ways, such as 05/04/2026, is refused, never guessed.
 * @param order by which such a day is read where somebody has said it
 */
export function readDay(given: string, order: DateOrder = ''): ReadDay {
  const text = withoutMidnight(given);
  const yearFirst = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text);
  if (yearFirst) return orFault(toDay(Number(yearFirst[1]), Number(yearFirst[2]), Number(yearFirst[3])));
  const named = /^(\d{1,2})[\s\-/.]{1,2}([A-Za-z]{3,9}\.?)[\s\-/,]{1,2}(\d{4})$/.exec(text);
  if (named) return orFault(toDay(Number(named[3]), monthOf(named[2] ?? ''), Number(named[1])));
  const monthFirst = /^([A-Za-z]{3,9}\.?)[\s-]{1,2}(\d{1,2}),?[\s-]{1,2}(\d{4})$/.exec(text);
  if (monthFirst) return orFault(toDay(Number(monthFirst[3]), monthOf(monthFirst[1] ?? ''), Number(monthFirst[2])));
  const { dayFirst, monthFirst: other } = readBoth(text);
  if (dayFirst !== undefined && other !== undefined && dayFirst !== other)
    return order === '' ? { fault: 'ambiguous' } : { day: order === 'day' ? dayFirst : other };
  return orFault(dayFirst ?? other);
}

/** Spreadsheets add the beginning of the day. */
const withoutMidnight = (given: string) => given.trim().replace(/(?<=\d)[T ]00:00(:00(\.0{1,6})?)?Z?$/, '');

/** The days that two numbers in front of a year can be; other texts are none. */
function readBoth(text: string): { dayFirst: string | undefined; monthFirst: string | undefined } {
  const [, first, second, year] = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/.exec(text) ?? [];
  if (year === undefined) return { dayFirst: undefined, monthFirst: undefined };
  return { dayFirst: toDay(Number(year), Number(second), Number(first)), monthFirst: toDay(Number(year), Number(first), Number(second)) };
}

/**
 * Returns the order in which a day is written: 'unclear' where it can be two days; nothing where the order does not matter, or is another
 * one.
 */
export function orderOfDay(given: string): 'day' | 'month' | 'unclear' | undefined {
  const { dayFirst, monthFirst } = readBoth(withoutMidnight(given));
  if (dayFirst === monthFirst) return undefined;
  if (dayFirst !== undefined && monthFirst !== undefined) return 'unclear';
  return dayFirst === undefined ? 'month' : 'day';
}
