import { monthNames, showClock, showDay, showInstant } from '@parley/contract';

/**
 * Value of a field: a day `2026-01-05`, a time on the wall `2026-01-05T09:30`, the same with seconds `2026-01-05T09:30:00`, or a time of day
 * `09:30`. No zone is in it.
 */
export type DateKind = 'date' | 'instant' | 'second' | 'time';

/** Steps of a time in the picker (WIDGET-005). */
export const defaultSteps = { hour: 1, minute: 15, second: 30 };
export type TimeSteps = typeof defaultSteps;

const isoDay = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/;
const figures = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4})$/;
const dayAndMonth = /^(\d{1,2})(?:st|nd|rd|th)?[ .-]*([a-z]{3,9})\.?,?[ -]*(\d{4})$/i;
const monthAndDay = /^([a-z]{3,9})\.? *(\d{1,2})(?:st|nd|rd|th)?,? *(\d{4})$/i;

/**
 * Reads a day as people type it: `2026-01-05`, `5 Jan 2026`, `January 5, 2026`, `05/01/2026`.
 * @param isMonthFirst how the last of them is meant
 * @returns `2026-01-05`; undefined for what is no day of the calendar
 */
export function readDay(text: string, isMonthFirst = false): string | undefined {
  const typed = text.trim();
  const iso = isoDay.exec(typed);
  if (iso) return toDay(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const numbers = figures.exec(typed);
  if (numbers) {
    const [first, second, year] = [Number(numbers[1]), Number(numbers[2]), Number(numbers[3])];
    return isMonthFirst ? toDay(year, first, second) : toDay(year, second, first);
  }
  const named = dayAndMonth.exec(typed);
  if (named) return toDay(Number(named[3]), monthOf(named[2]), Number(named[1]));
  const american = monthAndDay.exec(typed);
  return american ? toDay(Number(american[3]), monthOf(american[1]), Number(american[2])) : undefined;
}

const longMonths = 'january february march april may june july august september october november december'.split(' ');
/** 0 where no month begins so. */
function monthOf(word = ''): number {
  const start = word.toLowerCase();
  return longMonths.findIndex((month) => month.startsWith(start === 'sept' ? 'sep' : start)) + 1;
}

function toDay(year: number, month: number, day: number): string | undefined {
  const at = new Date(0);
  at.setUTCFullYear(year, month - 1, day);
  const isReal = year > 0 && at.getUTCMonth() === month - 1 && at.getUTCDate() === day;
  return isReal ? at.toISOString().slice(0, 10) : undefined;
}

const clock = /^(\d{1,2})[:.](\d{2})(?::([0-5]\d)(?:\.\d{1,3})?)?(?: ?([ap])\.?m\.?)?$/i;
const hourOnly = /^(\d{1,2}) ?([ap])\.?m\.?$/i;
const fourDigits = /^(\d{2})(\d{2})$/;

/** Reads a time of day: `21:00`, `9:00 pm`, `9pm`, `2100`. @returns `21:00`; undefined for what is none */
export function readTime(text: string): string | undefined {
  const typed = text.trim();
  const found = clock.exec(typed);
  if (found) return toTime(Number(found[1]), Number(found[2]), found[4]);
  const hour = hourOnly.exec(typed);
  if (hour) return toTime(Number(hour[1]), 0, hour[2]);
  const digits = fourDigits.exec(typed);
  return digits ? toTime(Number(digits[1]), Number(digits[2]), undefined) : undefined;
}

function toTime(shown: number, minute: number, half: string | undefined): string | undefined {
  if (half && (shown < 1 || shown > 12)) return undefined;
  const hour = half ? (shown % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : shown;
  if (hour > 23 || minute > 59) return undefined;
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}

const timeAtEnd = /^(.*?[^\s,])(?:T|[\s,]+)(\d{1,2}(?:[:.]\d{2}(?::\d{2}(?:\.\d{1,3})?)?)?(?: ?[ap]\.?m\.?)?)$/i;

/** Reads a day with its time, in any form of either: `2026-01-05T09:30`, `5 Jan 2026 09:30 AM`. */
export function readWallTime(text: string, isMonthFirst = false): string | undefined {
  const parts = timeAtEnd.exec(text.trim());
  const day = readDay(parts?.[1] ?? '', isMonthFirst);
  const time = readTime(parts?.[2] ?? '');
  return day && time ? `${day}T${time}` : undefined;
}

/** Reads the same with its seconds; `:00` where none were typed. */
export function readSecond(text: string, isMonthFirst = false): string | undefined {
  const minute = readWallTime(text, isMonthFirst);
  const time = timeAtEnd.exec(text.trim())?.[2] ?? '';
  return minute && `${minute}:${clock.exec(time)?.[3] ?? '00'}`;
}

export const readers: Record<DateKind, (text: string, isMonthFirst: boolean) => string | undefined> = {
  date: readDay,
  instant: readWallTime,
  second: readSecond,
  time: readTime,
};

/** Tells whether it is in the form that a field holds. */
export const isHeld = (kind: DateKind, value: string): boolean => readers[kind](value, false) === value;

const forms: Record<DateKind, (value: string) => string> = {
  date: (value) => showDay(value),
  instant: (value) => showInstant(`${value}:00Z`, 'instant', 'UTC'),
  second: (value) => showInstant(`${value}Z`, 'timestamp', 'UTC'),
  time: showClock,
};

/** Formats the value of a field; unreadable text stays as it was typed. */
export const show = (kind: DateKind, value: string): string => (isHeld(kind, value) ? forms[kind](value) : value);

const minuteMs = 60_000;
const dayMs = 1440 * minuteMs;

/** The next day, or the next quarter of an hour, up or down; none where the value cannot be read. */
export function stepFrom(kind: DateKind, value: string, by: 1 | -1): string | undefined {
  if (!isHeld(kind, value)) return undefined;
  if (kind === 'date') return new Date(Date.parse(value) + by * dayMs).toISOString().slice(0, 10);
  const at = Date.parse(kind === 'time' ? `2000-01-01T${value}:00Z` : `${value.slice(0, 16)}:${value.slice(17) || '00'}Z`);
  const next = new Date(at + by * defaultSteps.minute * minuteMs).toISOString();
  return kind === 'time' ? next.slice(11, 16) : next.slice(0, value.length);
}

/** Examples of what can be typed, in the form that is shown. */
export const examples: Record<DateKind, string> = {
  date: `5 ${monthNames[0]} 2026`,
  instant: `5 ${monthNames[0]} 2026 09:30 AM`,
  second: `${monthNames[0]} 05 2026 09:30:00 AM`,
  time: '09:30 AM',
};
