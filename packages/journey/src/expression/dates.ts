import { dateFormat } from '@parley/contract/format/intl';
import { Temporal } from 'temporal-polyfill';
import { FunctionFault } from './functions/define.ts';
import type { Day, Instant } from './value.ts';

const zonedAt = (at: number, zone: string) => Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);
export const instantOf = (at: number): Instant => ({ $: 'instant', at });
export const toDay = (day: string): Day => ({ $: 'day', day });

/** The calendar day of an instant in a zone, such as 2026-01-31. */
export const dayOf = (at: number, zone: string): string => zonedAt(at, zone).toPlainDate().toString();

const refuse = (text: string) => new FunctionFault('date', `“${text}” is not a date such as 2026-01-31 or 2026-01-31T09:30.`);

/**
 * Reads ISO 8601: a day; an instant with its offset; or a time on the wall of the zone, of which a skipped one is the next that exists and
 * a doubled one the first.
 */
export function readDate(text: string, zone: string): Day | Instant {
  const bare = text.trim();
  try {
    if (/^\d{4}-\d{2}-\d{2}$/.test(bare)) return toDay(Temporal.PlainDate.from(bare).toString());
    if (/(?:Z|[+-]\d{2}:?\d{2})$/i.test(bare)) return instantOf(Temporal.Instant.from(bare).epochMilliseconds);
    return instantOf(Temporal.PlainDateTime.from(bare).toZonedDateTime(zone).epochMilliseconds);
  } catch (error) {
    if (error instanceof RangeError) throw refuse(text);
    throw error;
  }
}

export type Step = { months?: number; days?: number; hours?: number };

/** Days and months go by the calendar of the zone, so the clock shows the same time; hours go by the clock. 31 January + 1 month is the last of February. */
export function addTo(date: Day | Instant, step: Step, zone: string): Day | Instant {
  try {
    if (date.$ === 'instant') return instantOf(zonedAt(date.at, zone).add(step).epochMilliseconds);
    const day = Temporal.PlainDate.from(date.day);
    // Hours make an instant of a day: of its first moment in the zone.
    if (step.hours) return instantOf(day.toZonedDateTime(zone).add(step).epochMilliseconds);
    return toDay(day.add(step).toString());
  } catch (error) {
    if (error instanceof RangeError) throw new FunctionFault('range', 'The date lies beyond the calendar.');
    throw error;
  }
}

const secondsOfDay = 86_400;
/**
 * An instant so many seconds later, or earlier. Whole days are days of the calendar: over a change of the clocks the wall still shows the
 * same hour, as whoever writes 'wait 1 day' means it. Everything else is time that passes.
 */
export function laterBy(at: number, seconds: number, zone: string): number {
  if (seconds === 0 || seconds % secondsOfDay !== 0) return at + seconds * 1000;
  return zonedAt(at, zone).add({ days: seconds / secondsOfDay }).epochMilliseconds;
}

const plainDay = (date: Day | Instant, zone: string) =>
  date.$ === 'day' ? Temporal.PlainDate.from(date.day) : zonedAt(date.at, zone).toPlainDate();

/** Whole days of the calendar from one date to another; negative when the other is earlier. */
export const daysBetween = (from: Day | Instant, to: Day | Instant, zone: string): number =>
  plainDay(from, zone).until(plainDay(to, zone), { largestUnit: 'days' }).days;

/** Whole years from one date to another, as people count an age. */
export const yearsBetween = (from: Day | Instant, to: Day | Instant, zone: string): number =>
  plainDay(from, zone).until(plainDay(to, zone), { largestUnit: 'years' }).years;

/** 1 is Monday, 7 is Sunday (ISO 8601). */
export const weekdayOf = (date: Day | Instant, zone: string): number => plainDay(date, zone).dayOfWeek;

/** Returns the start of a day in a zone, in milliseconds since 1970. */
export const startOf = (day: Day, zone: string): number => Temporal.PlainDate.from(day.day).toZonedDateTime(zone).epochMilliseconds;

/** Tells whether there is such a zone. */
export function isZone(zone: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(zone);
    return true;
  } catch {
    return false;
  }
}

type Fields = { year: number; month: number; day: number; hour: number; minute: number; second: number; noon: Date };

function fieldsOf(date: Day | Instant, zone: string): Fields {
  const { year, month, day, hour, minute, second } =
    date.$ === 'instant' ? zonedAt(date.at, zone) : Temporal.PlainDate.from(date.day).toPlainDateTime();
  return { year, month, day, hour, minute, second, noon: new Date(Date.UTC(year, month - 1, day, 12)) };
}

const pad = (value: number, length: number): string => String(value).padStart(length, '0');
const named = (fields: Fields, language: string, options: Intl.DateTimeFormatOptions): string =>
  dateFormat(language, { ...options, timeZone: 'UTC' }).format(fields.noon);

/** Letters of Unicode's date patterns (TR 35), those that people use in messages. */
const letters: Record<string, (fields: Fields, language: string) => string> = {
  yyyy: ({ year }) => String(year),
  yy: ({ year }) => pad(year % 100, 2),
  MMMM: (fields, language) => named(fields, language, { month: 'long' }),
  MMM: (fields, language) => named(fields, language, { month: 'short' }),
  MM: ({ month }) => pad(month, 2),
  M: ({ month }) => String(month),
  dd: ({ day }) => pad(day, 2),
  d: ({ day }) => String(day),
  EEEE: (fields, language) => named(fields, language, { weekday: 'long' }),
  EEE: (fields, language) => named(fields, language, { weekday: 'short' }),
  HH: ({ hour }) => pad(hour, 2),
  H: ({ hour }) => String(hour),
  hh: ({ hour }) => pad(hour % 12 || 12, 2),
  h: ({ hour }) => String(hour % 12 || 12),
  mm: ({ minute }) => pad(minute, 2),
  m: ({ minute }) => String(minute),
  ss: ({ second }) => pad(second, 2),
  s: ({ second }) => String(second),
  a: ({ hour }) => (hour < 12 ? 'am' : 'pm'),
};
const piece = /'((?:[^']|'')*)'|([A-Za-z])\2*|[^A-Za-z']+|'/g;

/** Writes a date by a pattern such as `d MMM yyyy, HH:mm`; words stand between single quotes. */
export function formatDate(date: Day | Instant, pattern: string, { zone, language }: { zone: string; language: string }): string {
  const fields = fieldsOf(date, zone);
  return pattern.replace(piece, (found, quoted: string | undefined, letter: string | undefined) => {
    if (quoted !== undefined) return quoted === '' ? "'" : quoted.replaceAll("''", "'");
    if (letter === undefined) return found;
    const write = letters[found];
    if (!write) throw new FunctionFault('pattern', `A date pattern has no letters “${found}”.`);
    return write(fields, language);
  });
}
