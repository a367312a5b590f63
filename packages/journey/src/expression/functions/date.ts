import { numberFormat } from '@parley/contract/format/intl';
import { addTo, daysBetween, formatDate, instantOf, isZone, readDate, toDay, weekdayOf, yearsBetween } from '../dates.ts';
import { type Day, type Instant, isTagged, type Value } from '../value.ts';
import { define, FunctionFault } from './define.ts';
import { roundTo } from './number.ts';

const date = ['Date'] as const;
const number = ['Number'] as const;
const text = ['Text'] as const;
const dateOf = (value: Value | undefined): Day | Instant => value as Day | Instant;

const zoneOf = (given: Value | undefined, usual: string): string => {
  if (given === undefined || given === null) return usual;
  if (!isZone(given as string)) throw new FunctionFault('date', `There is no time zone “${String(given)}”.`);
  return given as string;
};
const whole = (value: Value | undefined): number => {
  if (!Number.isInteger(value)) throw new FunctionFault('range', 'Give a whole number.');
  return value as number;
};

/** A number for people, with the language's separators. */
const formatNumber = (value: number, places: Value | undefined, language: string): string => {
  if (places !== undefined && typeof places !== 'number')
    throw new FunctionFault('type', 'A number is written with so many places: format(12.5, 2).');
  const digits = places === undefined ? {} : { minimumFractionDigits: places, maximumFractionDigits: places };
  const rounded = places === undefined ? value : roundTo(value, places);
  return numberFormat(language, digits).format(rounded);
};

const unitsMs: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** `1h30m`, as CEL writes durations, with days besides. */
function readDuration(value: string): Value {
  const isNegative = value.startsWith('-');
  const bare = isNegative ? value.slice(1) : value;
  if (!/^(?:\d+(?:\.\d+)?(?:ms|[smhd]))+$/.test(bare)) throw new FunctionFault('date', `“${value}” is not a duration such as 1h30m.`);
  const total = [...bare.matchAll(/(\d+(?:\.\d+)?)(ms|[smhd])/g)].reduce(
    (sum, [, count, unit]) => sum + Number(count) * (unitsMs[unit ?? ''] ?? 0),
    0,
  );
  return { $: 'duration', ms: Math.round(isNegative ? -total : total) };
}

/** A date is read, moved or written by the calendar of a zone. */
const dateWork = 1500;

export const dateFunctions = define({
  date: {
    work: dateWork,
    params: [text, text],
    least: 1,
    returns: 'Date',
    passesEmpty: true,
    apply: ([value, zone], around) => readDate(value as string, zoneOf(zone, around.zone)),
  },
  addDays: {
    work: dateWork,
    params: [date, number],
    returns: 'Date',
    passesEmpty: true,
    apply: ([value, days], { zone }) => addTo(dateOf(value), { days: whole(days) }, zone),
  },
  addMonths: {
    work: dateWork,
    params: [date, number],
    returns: 'Date',
    passesEmpty: true,
    apply: ([value, months], { zone }) => addTo(dateOf(value), { months: whole(months) }, zone),
  },
  addHours: {
    work: dateWork,
    params: [date, number],
    returns: 'Date',
    passesEmpty: true,
    apply: ([value, hours], { zone }) => addTo(dateOf(value), { hours: whole(hours) }, zone),
  },
  daysBetween: {
    work: dateWork,
    params: [date, date],
    returns: 'Number',
    apply: ([from, to], { zone }) => daysBetween(dateOf(from), dateOf(to), zone),
  },
  weekday: {
    work: dateWork,
    params: [date],
    returns: 'Number',
    passesEmpty: true,
    apply: ([value], { zone }) => weekdayOf(dateOf(value), zone),
  },
  age: {
    work: dateWork,
    params: [date],
    returns: 'Number',
    passesEmpty: true,
    apply: ([value], { zone, now }) => yearsBetween(dateOf(value), instantOf(now), zone),
  },
  day: {
    work: dateWork,
    params: [date],
    returns: 'Date',
    passesEmpty: true,
    apply: ([value], { zone }) =>
      dateOf(value).$ === 'day' ? dateOf(value) : toDay(formatDate(dateOf(value), 'yyyy-MM-dd', { zone, language: 'en' })),
  },
  format: {
    work: dateWork,
    params: [['Date', 'Number'], ['Text', 'Number'], text],
    least: 1,
    returns: 'Text',
    passesEmpty: true,
    apply([value, pattern, zone], around) {
      if (typeof value === 'number') return formatNumber(value, pattern, around.language);
      if (value === undefined || !isTagged(value) || typeof pattern !== 'string')
        throw new FunctionFault('type', 'A date is written by a pattern: format(due, "d MMM").');
      return formatDate(dateOf(value), pattern, { zone: zoneOf(zone, around.zone), language: around.language });
    },
  },
  isOpen: {
    work: dateWork,
    params: [text],
    least: 0,
    returns: 'Boolean',
    apply([name], { isOpen }) {
      if (!isOpen) throw new FunctionFault('type', 'Nobody knows open hours here.');
      const asked = (name ?? null) as string | null;
      const open = isOpen(asked);
      if (open === undefined) throw new FunctionFault('range', `There is no calendar “${asked ?? ''}”.`);
      return open;
    },
  },
  duration: { params: [text], returns: 'Duration', passesEmpty: true, apply: ([value]) => readDuration(value as string) },
});
