import { addMonths, type Day, lengthOfMonth, partsOf, presentDay, toDay, weekdayOf } from './calendar.ts';
import { dayWords, readWhich, turningDays } from './date-words.ts';
import { readSpan, type Span } from './duration.ts';
import {
  type DayReading,
  readDayNumber,
  readMonthDay,
  readNumericDay,
  readYear,
  toComingDay,
  toDayOfMonth,
  toExactDay,
} from './month-day.ts';
import type { Reading, Scene } from './scene.ts';
import { skipPhrase, textAt } from './tokens.ts';
import { readNthWeekday, readWeekday } from './weekday.ts';

/**
 * One day: today and its neighbours, weekdays, dates in digits (day before month) and in words, and days counted from now.
 * Without more said the future is meant: "Friday" is the next one after today, and 3 January the next one to come.
 */
export function readDate(scene: Scene, at: number): Reading | undefined {
  const read = readDay(scene, at);
  return read === undefined
    ? undefined
    : { next: read.next, value: presentDay(read.day), data: { iso: presentDay(read.day), grain: 'day' } };
}

export function readDay(scene: Scene, at: number): DayReading | undefined {
  return (
    readNumericDay(scene, at) ??
    readCountedDay(scene, at) ??
    readNthWeekday(scene, at) ??
    readNextMonthsDay(scene, at) ??
    readNamedDay(scene, at) ??
    readWeekday(scene, at) ??
    readMonthDay(scene, at) ??
    readDayOfMonth(scene, at) ??
    readEnd(scene, at) ??
    readHoliday(scene, at)
  );
}

/**
 * Reads "in 3 days" · "3 days ago" · "two weeks from now" · "a week from Monday" · "10 days before 5 March" · तीन दिन बाद · do din pehle.
 */
function readCountedDay(scene: Scene, at: number): DayReading | undefined {
  const { tokens } = scene;
  const lead = skipPhrase(tokens, at, ['in', 'after']);
  const read = readSpan(scene, lead ?? at);
  if (read === undefined || !isOfDays(read.span)) return undefined;
  const { span, next } = read;
  const ago = skipPhrase(tokens, next, ['ago', 'back', 'before today', 'पहले', 'पूर्व', 'pehle', 'pahle', 'pahale']);
  if (ago !== undefined && lead === undefined) return { day: addSpan(scene.today, span, -1), next: ago };
  const hence = skipPhrase(tokens, next, ['from now', 'from today', 'later', 'hence', 'बाद', 'के बाद', 'में', 'baad', 'ke baad', 'bad']);
  if (hence !== undefined && lead === undefined && textAt(tokens, next) !== 'में') return { day: addSpan(scene.today, span, 1), next: hence };
  const isBefore = textAt(tokens, next) === 'before';
  const from = skipPhrase(tokens, next, ['from', 'after', 'before']);
  const anchor =
    from === undefined || lead !== undefined
      ? undefined
      : (readNamedDay(scene, from) ?? readWeekday(scene, from) ?? readMonthDay(scene, from));
  if (anchor !== undefined) return { day: addSpan(anchor.day, span, isBefore ? -1 : 1), next: anchor.next };
  return lead === undefined ? undefined : { day: addSpan(scene.today, span, 1), next };
}

const isOfDays = (span: Span) => span.hour === undefined && span.minute === undefined && span.second === undefined;

/** @param sign 1 for later, -1 for before */
export function addSpan(day: Day, span: Span, sign: 1 | -1): Day {
  const months = Math.trunc(sign * Math.min((span.year ?? 0) * 12 + (span.month ?? 0), 12_000));
  return addMonths(day, months) + sign * Math.trunc((span.week ?? 0) * 7 + (span.day ?? 0));
}

/** Today, tomorrow, the day after tomorrow, कल, परसों. */
export function readNamedDay(scene: Scene, at: number): DayReading | undefined {
  const { tokens, today } = scene;
  const start = textAt(tokens, at) === 'the' ? at + 1 : at;
  const after = skipPhrase(tokens, start, ['day after tomorrow', 'day after tmrw', 'overmorrow']);
  if (after !== undefined) return { day: today + 2, next: after };
  const before = skipPhrase(tokens, start, ['day before yesterday']);
  if (before !== undefined) return { day: today - 2, next: before };
  const past = skipPhrase(tokens, at, ['बीते कल', 'beete kal', 'गुजरे कल']);
  if (past !== undefined) return { day: today - 1, next: past };
  const coming = skipPhrase(tokens, at, ['आने वाले कल', 'aane wale kal']);
  if (coming !== undefined) return { day: today + 1, next: coming };
  const text = textAt(tokens, at);
  const offset = dayWords.get(text);
  if (offset === undefined) return undefined;
  return { day: turningDays.has(text) && scene.isPast ? today - offset : today + offset, next: at + 1 };
}

/** अगले महीने की 5 तारीख · agle mahine ki 5 tarikh. */
function readNextMonthsDay(scene: Scene, at: number): DayReading | undefined {
  const { tokens, today } = scene;
  const which = readWhich(scene, at);
  const month = which === undefined ? undefined : skipPhrase(tokens, at + 1, ['महीने की', 'महीने', 'mahine ki', 'mahine', 'month ki']);
  const number = month === undefined ? undefined : readDayNumber(scene, month);
  const next = number === undefined ? undefined : skipPhrase(tokens, number.next, tarikh);
  if (number === undefined || next === undefined) return undefined;
  const { year, month: named } = partsOf(addMonths(today, which === 'last' ? -1 : which === 'this' ? 0 : 1));
  return toExactDay(year, named, number.value, next);
}

const tarikh = ['तारीख', 'तारिख', 'tarikh', 'tareekh', 'tarik', 'taarikh', 'tareek', 'taarek', 'tarekh'];

/** Reads "on the 25th" · "the 30th of this month" · 25 तारीख · 25 tarikh. */
function readDayOfMonth(scene: Scene, at: number): DayReading | undefined {
  const { tokens } = scene;
  const start = textAt(tokens, at) === 'the' ? at + 1 : at;
  const number = readDayNumber(scene, start);
  if (number === undefined) return undefined;
  const dated = skipPhrase(tokens, number.next, tarikh);
  if (dated !== undefined) return { day: toDayOfMonth(scene, number.value), next: dated };
  if (!number.isOrdinal) return undefined;
  if (tokens[start]?.kind === 'digits' && /^(?:ko|को|tak|तक)$/.test(textAt(tokens, number.next)))
    return { day: toDayOfMonth(scene, number.value), next: number.next };
  const which = textAt(tokens, number.next) === 'of' ? readWhich(scene, number.next + 1) : undefined;
  if (which !== undefined && textAt(tokens, number.next + 2) === 'month') {
    const shift = which === 'last' ? -1 : which === 'this' ? 0 : 1;
    const { year, month } = partsOf(addMonths(scene.today, shift));
    return { day: toDay(year, month, Math.min(number.value, lengthOfMonth(year, month))), next: number.next + 3 };
  }
  const isAfterWord = /^(?:on|by|till|until)$/.test(textAt(tokens, at - 1));
  if (
    (start === at && !isAfterWord) ||
    tokens[start]?.kind !== 'digits' ||
    !/^(?:on|by|till|until|before|after|from|since|for|to)$/.test(textAt(tokens, at - 1))
  )
    return undefined;
  const after = tokens[number.next];
  const isOfSomething =
    after?.kind === 'word' && !/^(?:at|to|till|until|and|or|is|in|for|from|by|please|evening|morning|afternoon|night)$/.test(after.text);
  return isOfSomething ? undefined : { day: toDayOfMonth(scene, number.value), next: number.next };
}

/** The last day of this or the next week, month or year. */
function readEnd(scene: Scene, at: number): DayReading | undefined {
  const { tokens, today } = scene;
  const short = skipPhrase(tokens, at, ['month end', 'महीने के अंत', 'mahine ke end', 'mahine ke ant']);
  const { year, month } = partsOf(today);
  if (short !== undefined) return { day: toDay(year, month + 1, 0), next: short };
  const start = textAt(tokens, at) === 'the' ? at + 1 : at;
  const end = skipPhrase(tokens, start, ['end of', 'end of the', 'last day of', 'last day of the']);
  if (end === undefined) return undefined;
  const which = readWhich(scene, end);
  const unit = textAt(tokens, which === undefined ? end : end + 1);
  const next = which === undefined ? end + 1 : end + 2;
  const shift = which === undefined || which === 'this' ? 0 : which === 'last' ? -1 : 1;
  if (unit === 'month') return { day: toDay(year, month + 1 + shift, 0), next };
  if (unit === 'year') return { day: toDay(year + shift, 12, 31), next };
  return unit === 'week' ? { day: today - weekdayOf(today) + 6 + shift * 7, next } : undefined;
}

const holidays: readonly (readonly [phrases: readonly string[], month: number, dayOfMonth: number])[] = [
  [['christmas', 'christmas day', 'xmas', 'क्रिसमस', 'krismas'], 12, 25],
  [['christmas eve'], 12, 24],
  [["new year's day", 'new years day', "new year's", 'new years'], 1, 1],
  [["new year's eve", 'new years eve'], 12, 31],
  [['republic day', 'गणतंत्र दिवस'], 1, 26],
  [['independence day', 'स्वतंत्रता दिवस'], 8, 15],
  [['gandhi jayanti', 'गांधी जयंती'], 10, 2],
  [['halloween'], 10, 31],
  [["st patrick's day", "st . patrick's day", "saint patrick's day"], 3, 17],
  [["valentine's day", 'valentines day'], 2, 14],
];

function readHoliday(scene: Scene, at: number): DayReading | undefined {
  for (const [phrases, month, dayOfMonth] of holidays) {
    const next = skipPhrase(scene.tokens, at, phrases);
    if (next === undefined) continue;
    const year = readYear(scene, next);
    if (year !== undefined) return toExactDay(year.year, month, dayOfMonth, year.next);
    const day = toComingDay(scene, month, dayOfMonth);
    return day === undefined ? undefined : { day, next, monthDay: { month, dayOfMonth } };
  }
  return undefined;
}
