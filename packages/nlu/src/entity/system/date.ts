import { addMonths, type Day, isDate, lengthOfMonth, partsOf, presentDay, toDay, weekdayOf } from './calendar.ts';
import { readOrdinal } from './counting.ts';
import { dayWords, doubtfulWords, months, readWhich, turningDays, type Which, weekdays } from './date-words.ts';
import { readSpan, type Span } from './duration.ts';
import { readQuantity } from './number.ts';
import type { Reading, Scene } from './scene.ts';
import { isGlued, skipPhrase, textAt } from './tokens.ts';

/** A day that was read; `monthDay` is set where no year was written, so that a range can choose it. */
export type DayReading = { day: Day; next: number; monthDay?: { month: number; dayOfMonth: number } };

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

const inYears = (year: number) => year >= 1000 && year <= 2999;

/** The next day to come that has this month and day; 29 February waits for its year. */
export function toComingDay(scene: Scene, month: number, dayOfMonth: number, from: Day = scene.today): Day | undefined {
  const { year } = partsOf(from);
  for (let later = year; later <= year + 8; later++)
    if (isDate(later, month, dayOfMonth) && toDay(later, month, dayOfMonth) >= from) return toDay(later, month, dayOfMonth);
  return undefined;
}

/** 2026-12-25 · 25/12/2026 · 25.12.26 · 25/12; month before day only when the other order cannot be. */
function readNumericDay(scene: Scene, at: number): DayReading | undefined {
  const { tokens } = scene;
  if (tokens[at]?.kind !== 'digits' || (isGlued(tokens, at) && /^[\p{L}\d./:-]/u.test(textAt(tokens, at - 1)))) return undefined;
  const parts = [textAt(tokens, at)];
  let next = at + 1;
  const separator = textAt(tokens, next);
  if (!/^[-/.]$/.test(separator)) return undefined;
  while (
    parts.length < 3 &&
    textAt(tokens, next) === separator &&
    isGlued(tokens, next) &&
    tokens[next + 1]?.kind === 'digits' &&
    isGlued(tokens, next + 1)
  ) {
    parts.push(textAt(tokens, next + 1));
    next += 2;
  }
  if (
    isGlued(tokens, next) &&
    (tokens[next]?.kind === 'digits' ||
      (textAt(tokens, next) === separator && tokens[next + 1]?.kind === 'digits' && isGlued(tokens, next + 1)))
  )
    return undefined;
  const [first = '', second = '', third] = parts;
  if (third === undefined) {
    if (separator !== '/' || first.length > 2 || second.length > 2 || isFraction(first, second) || (first === '24' && second === '7'))
      return undefined;
    const day = toComingDay(scene, Number(second), Number(first)) ?? toComingDay(scene, Number(first), Number(second));
    return day === undefined ? undefined : { day, next };
  }
  if (first.length === 4) return toExactDay(Number(first), Number(second), Number(third), next);
  if (first.length > 2 || second.length > 2 || (third.length !== 2 && third.length !== 4)) return undefined;
  const year = third.length === 2 ? 2000 + Number(third) : Number(third);
  return toExactDay(year, Number(second), Number(first), next) ?? toExactDay(year, Number(first), Number(second), next);
}

const isFraction = (over: string, under: string) =>
  over.length === 1 && under.length === 1 && Number(over) < Number(under) && Number(under) <= 4;

function toExactDay(year: number, month: number, dayOfMonth: number, next: number): DayReading | undefined {
  return inYears(year) && isDate(year, month, dayOfMonth) ? { day: toDay(year, month, dayOfMonth), next } : undefined;
}

/** In 3 days · 3 days ago · two weeks from now · a week from Monday · 10 days before 5 March · तीन दिन बाद · do din pehle. */
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

const companyOfWeekdays = /^(?:on|this|next|last|by|until|till|is|for|every|from|to|coming|before|after|and|or|-|,|since|through)$/;

/** Friday · this Monday · next Tuesday (of the next calendar week) · last Wednesday · Sunday next week · Friday, 27 November · अगले सोमवार. */
export function readWeekday(scene: Scene, at: number): DayReading | undefined {
  const { tokens, today } = scene;
  let position = at;
  let which = readWhich(scene, position);
  if (which !== undefined) {
    position++;
    const wale = skipPhrase(tokens, position, ['वाले', 'वाली', 'wale', 'wali', 'waale']);
    if (wale !== undefined) position = wale;
  }
  const name = textAt(tokens, position);
  const weekday = weekdays.get(name);
  if (weekday === undefined) return undefined;
  if (doubtfulWords.has(name) && which === undefined && tokens.length > 1 && !isAmongDates(scene, position)) return undefined;
  let next = position + 1;
  if (textAt(tokens, next) === '.' && name.length <= 4 && tokens[next + 1] !== undefined) next++;
  // A date after the weekday says which one it is.
  const date = which === undefined ? readMonthDay(scene, textAt(tokens, next) === ',' ? next + 1 : next) : undefined;
  const exact =
    which === undefined && date === undefined ? readNumericDay(scene, textAt(tokens, next) === ',' ? next + 1 : next) : undefined;
  if (date !== undefined) return date;
  if (exact !== undefined) return exact;
  // "Thursday the 26th"
  const ordinal = which === undefined && textAt(tokens, next) === 'the' ? readDayNumber(scene, next + 1) : undefined;
  if (ordinal?.isOrdinal === true && textAt(tokens, ordinal.next) !== 'of')
    return { day: toDayOfMonth(scene, ordinal.value), next: ordinal.next };
  const ofWeek = textAt(tokens, next) === 'of' ? next + 1 : next;
  const whichWeek = which === undefined && /^(?:week|weeks)$/.test(textAt(tokens, ofWeek + 1)) ? readWhich(scene, ofWeek) : undefined;
  if (whichWeek !== undefined) {
    next = ofWeek + 2;
    const monday = today - weekdayOf(today);
    const shift = whichWeek === 'last' ? -7 : whichWeek === 'this' ? 0 : 7;
    return { day: monday + shift + weekday, next };
  }
  which ??= 'coming';
  return { day: toWeekday(today, weekday, which), next };
}

function isAmongDates(scene: Scene, at: number): boolean {
  const before = textAt(scene.tokens, at - 1);
  return companyOfWeekdays.test(before) || readNumericStart(scene, at + 1);
}

const readNumericStart = (scene: Scene, at: number) =>
  scene.tokens[at]?.kind === 'digits' || /^(?:at|morning|evening|night)$/.test(textAt(scene.tokens, at));

function toWeekday(today: Day, weekday: number, which: Which): Day {
  const ahead = (weekday - weekdayOf(today) + 7) % 7;
  if (which === 'this') return today + ahead;
  if (which === 'next') return today - weekdayOf(today) + 7 + weekday;
  return which === 'last' ? today - ((weekdayOf(today) - weekday + 6) % 7) - 1 : today + (ahead === 0 ? 7 : ahead);
}

/** 24 November · the 24th of November 2026 · Nov 24th, 2026 · twenty third of December · पाँच मार्च. */
export function readMonthDay(scene: Scene, at: number): DayReading | undefined {
  const { tokens } = scene;
  const start = textAt(tokens, at) === 'the' ? at + 1 : at;
  const dayFirst = readDayNumber(scene, start);
  if (dayFirst !== undefined) {
    let position = dayFirst.next;
    if (/^(?:of|-|,)$/.test(textAt(tokens, position))) position++;
    const month = readMonth(scene, position);
    if (month !== undefined) return toMonthDay(scene, month.month, dayFirst.value, month.next);
  }
  const month = readMonth(scene, start);
  if (month === undefined) return undefined;
  let position = month.next;
  if (/^(?:the|-)$/.test(textAt(tokens, position))) position++;
  const day = readDayNumber(scene, position);
  // "March 2026" is a month, and "may 2 people come" is no date.
  if (
    day === undefined ||
    tokens[position]?.text.length === 4 ||
    (doubtfulWords.has(textAt(tokens, start)) && /^(?:may|mai)$/.test(textAt(tokens, start)) && isCountOfThings(scene, day.next))
  )
    return undefined;
  return toMonthDay(scene, month.month, day.value, day.next);
}

const isCountOfThings = (scene: Scene, at: number) =>
  scene.tokens[at]?.kind === 'word' && !/^(?:at|to|till|until|and|or|is|in|for|from|by|on|please|ko)$/.test(textAt(scene.tokens, at));

export function readMonth(scene: Scene, at: number): { month: number; next: number } | undefined {
  const month = months.get(textAt(scene.tokens, at));
  if (month === undefined) return undefined;
  const isShort = textAt(scene.tokens, at).length <= 4 && textAt(scene.tokens, at + 1) === '.' && scene.tokens[at + 2] !== undefined;
  return { month, next: isShort ? at + 2 : at + 1 };
}

/** A day of a month in digits or words, an ordinal or not; 1 to 31. */
export function readDayNumber(scene: Scene, at: number): { value: number; next: number; isOrdinal: boolean } | undefined {
  if (isGlued(scene.tokens, at) && /^[\p{L}\d.:/]/u.test(textAt(scene.tokens, at - 1))) return undefined;
  const ordinal = readOrdinal(scene, at);
  const read =
    ordinal === undefined ? readQuantity(scene, at) : { value: ordinal.ordinal, next: ordinal.next, isPlain: true, isWords: true };
  if (read === undefined || !(read.isPlain || read.isWords)) return undefined;
  if (!Number.isInteger(read.value) || read.value < 1 || read.value > 31) return undefined;
  return { value: read.value, next: read.next, isOrdinal: ordinal !== undefined };
}

/** A year after a date: 2026, '26, with or without a comma. */
export function readYear(scene: Scene, at: number): { year: number; next: number } | undefined {
  const { tokens } = scene;
  const position = /^(?:,|-|of)$/.test(textAt(tokens, at)) ? at + 1 : at;
  const token = tokens[position];
  if (token?.kind === 'digits' && token.text.length === 4) {
    const year = Number(token.text);
    const isTime = textAt(tokens, position + 1) === ':' || /^hrs?$/.test(textAt(tokens, position + 1));
    return year >= 1900 && year <= 2199 && !isTime ? { year, next: position + 1 } : undefined;
  }
  if (
    token?.text === "'" &&
    tokens[position + 1]?.kind === 'digits' &&
    tokens[position + 1]?.text.length === 2 &&
    isGlued(tokens, position + 1)
  )
    return { year: 2000 + Number(textAt(tokens, position + 1)), next: position + 2 };
  return undefined;
}

function toMonthDay(scene: Scene, month: number, dayOfMonth: number, at: number): DayReading | undefined {
  const year = readYear(scene, at);
  if (year !== undefined) return toExactDay(year.year, month, dayOfMonth, year.next);
  const short = readShortYear(scene, at);
  if (short !== undefined) return toExactDay(short, month, dayOfMonth, at + 1);
  const day = toComingDay(scene, month, dayOfMonth);
  return day === undefined ? undefined : { day, next: at, monthDay: { month, dayOfMonth } };
}

/** "28 Nov 26": two digits that end the phrase, of a year near to this one. */
function readShortYear(scene: Scene, at: number): number | undefined {
  const { tokens, today } = scene;
  const token = tokens[at];
  const after = tokens[at + 1];
  if (token?.kind !== 'digits' || token.text.length !== 2 || (after !== undefined && !/^[,.?!;)]$/.test(after.text))) return undefined;
  const year = 2000 + Number(token.text);
  return Math.abs(year - partsOf(today).year) <= 10 ? year : undefined;
}

/** The first Monday of December · last Friday of this month. */
function readNthWeekday(scene: Scene, at: number): DayReading | undefined {
  const { tokens, today } = scene;
  const start = textAt(tokens, at) === 'the' ? at + 1 : at;
  const isLast = textAt(tokens, start) === 'last';
  const ordinal = isLast ? undefined : readOrdinal(scene, start);
  const position = isLast ? start + 1 : ordinal?.next;
  if (position === undefined) return undefined;
  const weekday = weekdays.get(textAt(tokens, position));
  if (weekday === undefined || !/^(?:of|in)$/.test(textAt(tokens, position + 1)) || (ordinal?.ordinal ?? 1) > 5) return undefined;
  const named = readMonth(scene, position + 2);
  const which = readWhich(scene, position + 2);
  if (named === undefined && (which === undefined || textAt(tokens, position + 3) !== 'month')) return undefined;
  const next = named?.next ?? position + 4;
  const now = partsOf(today);
  const shift = which === 'last' ? -1 : which === 'this' ? 0 : 1;
  const month = named?.month ?? now.month + shift;
  const written = named === undefined ? undefined : readYear(scene, next);
  const toNth = (year: number): Day => {
    if (isLast) {
      const last = toDay(year, month + 1, 0);
      return last - ((weekdayOf(last) - weekday + 7) % 7);
    }
    const first = toDay(year, month, 1);
    return first + ((weekday - weekdayOf(first) + 7) % 7) + ((ordinal?.ordinal ?? 1) - 1) * 7;
  };
  if (written !== undefined) return { day: toNth(written.year), next: written.next };
  const day = toNth(now.year);
  return { day: named !== undefined && day < today ? toNth(now.year + 1) : day, next };
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

const tarikh = ['तारीख', 'तारिख', 'tarikh', 'tareekh', 'tarik', 'taarikh'];

/** On the 25th · the 30th of this month · 25 तारीख · 25 tarikh. */
function readDayOfMonth(scene: Scene, at: number): DayReading | undefined {
  const { tokens } = scene;
  const start = textAt(tokens, at) === 'the' ? at + 1 : at;
  const number = readDayNumber(scene, start);
  if (number === undefined) return undefined;
  const dated = skipPhrase(tokens, number.next, tarikh);
  if (dated !== undefined) return { day: toDayOfMonth(scene, number.value), next: dated };
  if (!number.isOrdinal) return undefined;
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

function toDayOfMonth(scene: Scene, dayOfMonth: number): Day {
  const { year, month } = partsOf(scene.today);
  for (let ahead = 0; ahead < 4; ahead++) {
    const first = partsOf(toDay(year, month + ahead, 1));
    if (!isDate(first.year, first.month, dayOfMonth)) continue;
    const day = toDay(first.year, first.month, dayOfMonth);
    if (day >= scene.today) return day;
  }
  return scene.today;
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
  [["new year's day", 'new years day', "new year's"], 1, 1],
  [["new year's eve", 'new years eve'], 12, 31],
  [['republic day', 'गणतंत्र दिवस'], 1, 26],
  [['independence day', 'स्वतंत्रता दिवस'], 8, 15],
  [['gandhi jayanti', 'गांधी जयंती'], 10, 2],
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
