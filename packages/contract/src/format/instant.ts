import { dateFormat, relativeFormat } from './intl.ts';

/** ISO text, Date or milliseconds. */
export type InstantLike = string | number | Date;

/** The forms of dates and times. Each of the specification's is named; what has none of its own takes `day`, `instant` or `time`. */
export const dateForms = {
  /** '5 Jan 2024' */
  day: 'd MMM yyyy',
  /** '5 Jan', where the year is plain */
  dayOfYear: 'd MMM',
  /** 'Jan 2024' */
  month: 'MMM yyyy',
  /** '5 Jan 2024 03:30 PM': reports, broadcasts and the phone book (FORMAT-003) */
  instant: 'd MMM yyyy hh:mm a',
  /** 'Jan 05 2024 03:30:00 PM': timestamps of the shell (FORMAT-004) */
  timestamp: 'MMM dd yyyy hh:mm:ss a',
  /** '05 Jan 2024 10:30 AM': agent cards (FORMAT-001) */
  card: 'dd MMM yyyy hh:mm a',
  /** '05/01/2024 10:30:AM': the entity list (FORMAT-002) */
  entity: 'dd/MM/yyyy hh:mm:a',
  /** '03:30 PM' */
  time: 'hh:mm a',
  /** '5 Jan 03:30 PM': a point of a chart */
  point: 'd MMM hh:mm a',
  /** '15:30': an hour of a chart */
  clock: 'HH:mm',
  /** '2024-01-05', the calendar day for programs */
  isoDay: 'yyyy-MM-dd',
  /** '2024-01-05T15:30', the time on the wall for programs */
  isoLocal: 'yyyy-MM-ddTHH:mm',
} as const;
export type DateForm = keyof typeof dateForms;

/** The fields of a clock on the wall of a zone. */
export function wallFields(at: InstantLike, zone: string) {
  const parts = dateFormat('en-GB', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(new Date(at));
  const part = Object.fromEntries(parts.map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  return { year, month, day, hour, minute, second };
}

/**
 * @param language of the reader, by whose names of months and halves of the day other languages than English are written
 * @returns '' when `at` is no instant
 */
export function showInstant(at: InstantLike, form: DateForm, zone: string, language = 'en'): string {
  if (Number.isNaN(new Date(at).getTime())) return '';
  const { year, month, day, hour, minute, second } = wallFields(at, zone);
  const words: Record<string, string> = {
    d: String(day),
    dd: pad(day),
    MM: pad(month),
    MMM: language === 'en' ? (monthNames[month - 1] ?? '') : monthIn(language, month),
    yyyy: String(year).padStart(4, '0'),
    hh: pad(hour % 12 === 0 ? 12 : hour % 12),
    HH: pad(hour),
    mm: pad(minute),
    ss: pad(second),
    a: language === 'en' ? (hour < 12 ? 'AM' : 'PM') : halfIn(language, hour),
  };
  return dateForms[form].replace(/yyyy|MMM|MM|dd|d|hh|HH|mm|ss|a/g, (word) => words[word] ?? word);
}

// Not by `Intl`: English of Britain has a September of four letters.
export const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const monthIn = (language: string, month: number) =>
  dateFormat(language, { month: 'short', timeZone: 'UTC' }).format(Date.UTC(2024, month - 1, 15));
const halfIn = (language: string, hour: number) =>
  dateFormat(language, { hour: 'numeric', hour12: true, timeZone: 'UTC' })
    .formatToParts(Date.UTC(2024, 0, 15, hour))
    .find(({ type }) => type === 'dayPeriod')?.value ?? '';
const pad = (value: number) => String(value).padStart(2, '0');

/** A calendar day `2024-01-05` has no zone. */
export const showDay = (day: string, form: DateForm = 'day', language = 'en'): string =>
  showInstant(`${day}T00:00:00Z`, form, 'UTC', language);

/** '09:30 PM' of `21:30`, a time of day; what is none reads as it is. */
export const showClock = (time: string, language = 'en'): string => showInstant(`2000-01-01T${time}:00Z`, 'time', 'UTC', language) || time;

/** A calendar day in words of a language, by the parts that are asked for: 'Friday, 5 January'. */
export const showDayWords = (day: string, language: string, parts: Intl.DateTimeFormatOptions): string =>
  dateFormat(language, { ...parts, timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));

/** `2024-01-05T15:30` on the wall of a zone. Swedish writes as ISO does; years before 1000 come with fewer digits. */
export const showLocal = (at: InstantLike, zone: string): string =>
  dateFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' }).format(new Date(at)).replace(' ', 'T').padStart(16, '0');

/** `2024-01-05 15:30:00`: how every export writes a time; the head of its column names the zone. */
export const showExported = (at: InstantLike | null | undefined, zone: string): string =>
  at === null || at === undefined
    ? ''
    : dateFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' }).format(new Date(at));

const relativeSteps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** '5 minutes ago' within a week, the instant beyond. */
export function showRelative(at: InstantLike, now: InstantLike, zone: string, language: string): string {
  const seconds = (new Date(at).getTime() - new Date(now).getTime()) / 1000;
  if (Number.isNaN(seconds)) return '';
  if (Math.abs(seconds) > 7 * 86_400) return showInstant(at, 'instant', zone, language);
  const relative = relativeFormat(language, { numeric: 'auto' });
  for (const [unit, size] of relativeSteps) if (Math.abs(seconds) >= size) return relative.format(Math.trunc(seconds / size), unit);
  return relative.format(0, 'second');
}
