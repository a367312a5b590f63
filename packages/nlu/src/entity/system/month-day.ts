import { type Day, isDate, partsOf, toDay } from './calendar.ts';
import { readOrdinal } from './counting.ts';
import { doubtfulWords, months } from './date-words.ts';
import { readQuantity } from './number.ts';
import type { Scene } from './scene.ts';
import { isGlued, textAt } from './tokens.ts';

/** A day that was read; `monthDay` is set where no year was written, so that a range can choose it. */
export type DayReading = { day: Day; next: number; monthDay?: { month: number; dayOfMonth: number } };

const inYears = (year: number) => year >= 1000 && year <= 2999;

/** The next day to come that has this month and day; 29 February waits for its year. */
export function toComingDay(scene: Scene, month: number, dayOfMonth: number, from: Day = scene.today): Day | undefined {
  const { year } = partsOf(from);
  for (let later = year; later <= year + 8; later++)
    if (isDate(later, month, dayOfMonth) && toDay(later, month, dayOfMonth) >= from) return toDay(later, month, dayOfMonth);
  return undefined;
}

/** 2026-12-25 · 25/12/2026 · 25.12.26 · 25/12; month before day only when the other order cannot be. */
export function readNumericDay(scene: Scene, at: number): DayReading | undefined {
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
  // "12 / 15 / 2017": with blanks only when all three parts are there.
  if (
    parts.length === 1 &&
    separator === '/' &&
    textAt(tokens, at + 3) === '/' &&
    tokens[at + 2]?.kind === 'digits' &&
    tokens[at + 4]?.kind === 'digits'
  ) {
    parts.push(textAt(tokens, at + 2), textAt(tokens, at + 4));
    next = at + 5;
  }
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

export function toExactDay(year: number, month: number, dayOfMonth: number, next: number): DayReading | undefined {
  return inYears(year) && isDate(year, month, dayOfMonth) ? { day: toDay(year, month, dayOfMonth), next } : undefined;
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

/** The next day to come that is this one of its month. */
export function toDayOfMonth(scene: Scene, dayOfMonth: number): Day {
  const { year, month } = partsOf(scene.today);
  for (let ahead = 0; ahead < 4; ahead++) {
    const first = partsOf(toDay(year, month + ahead, 1));
    if (!isDate(first.year, first.month, dayOfMonth)) continue;
    const day = toDay(first.year, first.month, dayOfMonth);
    if (day >= scene.today) return day;
  }
  return scene.today;
}
