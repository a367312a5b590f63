import { addMonths, type Day, isDate, partsOf, presentDay, toDay, weekdayOf } from './calendar.ts';
import { addSpan, readDay } from './date.ts';
import { doubtfulWords, readWhich, type Which } from './date-words.ts';
import { readSpan } from './duration.ts';
import { type DayReading, readDayNumber, readMonth, readMonthDay, readYear } from './month-day.ts';
import type { Reading, Scene } from './scene.ts';
import { isGlued, Lexicon, skipPhrase, textAt } from './tokens.ts';

type Range = { from: Day; to: Day; next: number; grain: string };

/** Days from one to another, both included: named periods, months, "from … to …", and so many days before or after today. */
export function readDateRange(scene: Scene, at: number): Reading | undefined {
  const range =
    readPeriod(scene, at) ??
    readCountedPeriod(scene, at) ??
    readFromTo(scene, at) ??
    readMonthToMonth(scene, at) ??
    readWholeMonth(scene, at) ??
    readWholeYear(scene, at);
  if (range === undefined || range.to < range.from) return undefined;
  const from = presentDay(range.from);
  const to = presentDay(range.to);
  return { next: range.next, value: `${from}/${to}`, data: { from, to, grain: range.grain } };
}

type Period = 'week' | 'weekend' | 'month' | 'quarter' | 'year';
const periods = new Lexicon<Period>([
  ['week हफ़्ते हफ़्ता सप्ताह hafte hafta haftey saptah', 'week'],
  ['weekend', 'weekend'],
  ['month महीने महीना माह mahine mahina mahiney', 'month'],
  ['quarter तिमाही timahi', 'quarter'],
  ['year साल वर्ष saal sal varsh', 'year'],
]);

/** This week, next month, last year, the weekend; weeks begin on Monday. */
function readPeriod(scene: Scene, at: number): Range | undefined {
  const { tokens, today } = scene;
  const alone = skipPhrase(tokens, at, ['the weekend', 'weekend', 'week - end']);
  if (alone !== undefined) return toPeriod(today, 'weekend', 'this', alone);
  const which = readWhich(scene, at);
  const period = which === undefined ? undefined : periods.get(textAt(tokens, at + 1));
  return which === undefined || period === undefined ? undefined : toPeriod(today, period, which, at + 2);
}

function toPeriod(today: Day, period: Period, which: Which, next: number): Range {
  const shift = which === 'this' ? 0 : which === 'last' ? -1 : 1;
  const { year, month } = partsOf(today);
  const monday = today - weekdayOf(today) + shift * 7;
  switch (period) {
    case 'week':
      return { from: monday, to: monday + 6, next, grain: period };
    case 'weekend':
      return { from: monday + 5, to: monday + 6, next, grain: period };
    case 'month':
      return { from: toDay(year, month + shift, 1), to: toDay(year, month + shift + 1, 0), next, grain: period };
    case 'quarter': {
      const first = Math.floor((month - 1) / 3) * 3 + 1 + shift * 3;
      return { from: toDay(year, first, 1), to: toDay(year, first + 3, 0), next, grain: period };
    }
    case 'year':
      return { from: toDay(year + shift, 1, 1), to: toDay(year + shift, 12, 31), next, grain: period };
  }
}

/** The last 7 days end yesterday; the next 3 days begin tomorrow. */
function readCountedPeriod(scene: Scene, at: number): Range | undefined {
  const { today } = scene;
  const which = readWhich(scene, at);
  if (which === undefined || which === 'this') return undefined;
  const read = readSpan(scene, at + 1);
  if (read === undefined || read.span.hour !== undefined || read.span.minute !== undefined || read.span.second !== undefined)
    return undefined;
  if (which === 'last') return { from: addSpan(today, read.span, -1), to: today - 1, next: read.next, grain: 'day' };
  return { from: today + 1, to: addSpan(today, read.span, 1), next: read.next, grain: 'day' };
}

/** Reads "from Monday to Friday" · "between 3 and 5 June" · 25 Dec - 1 Jan · सोमवार से शुक्रवार तक. */
function readFromTo(scene: Scene, at: number): Range | undefined {
  const { tokens } = scene;
  const lead = skipPhrase(tokens, at, ['from', 'between', 'starting', 'starting from']);
  const isBetween = textAt(tokens, at) === 'between';
  const start = lead ?? at;
  const first = readDay(scene, start);
  if (first !== undefined) {
    const joined = skipJoin(scene, first.next, isBetween, lead !== undefined);
    if (joined !== undefined) {
      const last = readDay(scene, joined);
      if (last !== undefined) return toFromTo(scene, first, last);
      // "June 3 to 5": the month is said once, before both.
      const sameMonth = first.monthDay;
      const end = sameMonth === undefined ? undefined : readDayNumber(scene, textAt(tokens, joined) === 'the' ? joined + 1 : joined);
      if (sameMonth !== undefined && end !== undefined && end.value > sameMonth.dayOfMonth && isOfCalendar(scene, end.next)) {
        const { year, month } = partsOf(first.day);
        if (isDate(year, month, end.value))
          return { from: first.day, to: toDay(year, month, end.value), next: skipUntil(scene, end.next), grain: 'day' };
      }
    }
  }
  // "3 to 5 June", "the 4th to the 7th of December": the month is said once, after both.
  const number = readDayNumber(scene, textAt(tokens, start) === 'the' ? start + 1 : start);
  if (number === undefined) return undefined;
  const joined = skipJoin(scene, number.next, isBetween, lead !== undefined);
  const last = joined === undefined ? undefined : readMonthDay(scene, joined);
  if (last === undefined) return undefined;
  const { year, month, dayOfMonth } = partsOf(last.day);
  if (number.value >= dayOfMonth) return undefined;
  return { from: toDay(year, month, number.value), to: last.day, next: skipUntil(scene, last.next), grain: 'day' };
}

/** The place after "to" and its like. Commas and bare hyphens inside a number do not join. */
function skipJoin(scene: Scene, at: number, isBetween: boolean, hasLead: boolean): number | undefined {
  const { tokens } = scene;
  const joined = skipPhrase(tokens, at, ['to', 'till', 'until', 'upto', 'up to', 'through', 'thru', '-', 'से', 'se', 'से लेकर', 'se lekar']);
  if (joined !== undefined) return joined;
  return isBetween || hasLead ? skipPhrase(tokens, at, isBetween ? ['and', '&', 'और', 'aur'] : []) : undefined;
}

const skipUntil = (scene: Scene, at: number) => skipPhrase(scene.tokens, at, ['तक', 'tak']) ?? at;

/** Tells whether a bare number ends the phrase, so that "June 3 to 5 people" stays two things. */
function isOfCalendar(scene: Scene, at: number): boolean {
  const after = scene.tokens[at];
  return after === undefined || after.kind === 'mark' || /^(?:for|at|in|on|and|please|is|with|tak|ko)$/.test(after.text);
}

function toFromTo(scene: Scene, first: DayReading, last: DayReading): Range | undefined {
  let from = first.day;
  let to = last.day;
  const hasFirstYear = first.monthDay === undefined;
  if (last.monthDay === undefined && !hasFirstYear) {
    // "28 November to 2 December 2025": the year counts for both.
    const { year } = partsOf(to);
    const { month, dayOfMonth } = first.monthDay ?? { month: 1, dayOfMonth: 1 };
    const inYear = [year, year - 1].find((candidate) => isDate(candidate, month, dayOfMonth) && toDay(candidate, month, dayOfMonth) <= to);
    if (inYear !== undefined && isWrittenWithYear(scene, last)) from = toDay(inYear, month, dayOfMonth);
  }
  if (to < from && last.monthDay !== undefined) {
    const { year } = partsOf(from);
    const { month, dayOfMonth } = last.monthDay;
    const later = [year, year + 1].find((candidate) => isDate(candidate, month, dayOfMonth) && toDay(candidate, month, dayOfMonth) >= from);
    if (later !== undefined) to = toDay(later, month, dayOfMonth);
  } else if (to < from && from - to <= 7) to += 7;
  return to < from ? undefined : { from, to, next: skipUntil(scene, last.next), grain: 'day' };
}

const isWrittenWithYear = (scene: Scene, last: DayReading) => /^\d{4}$/.test(textAt(scene.tokens, last.next - 1));

/** November 2026 · in March · next June · मार्च में. */
function readWholeMonth(scene: Scene, at: number): Range | undefined {
  const { tokens, today } = scene;
  if (isGlued(tokens, at) && tokens[at - 1]?.kind === 'digits') return undefined;
  const which = readWhich(scene, at);
  const month = readMonth(scene, which === undefined ? at : at + 1);
  if (month === undefined) return undefined;
  const year = readYear(scene, month.next);
  if (year !== undefined) return toMonth(year.year, month.month, year.next);
  const { year: thisYear, month: thisMonth } = partsOf(today);
  if (which === 'last') return toMonth(month.month < thisMonth ? thisYear : thisYear - 1, month.month, month.next);
  const coming = month.month >= thisMonth ? thisYear : thisYear + 1;
  if (which !== undefined) return toMonth(coming, month.month, month.next);
  const before = textAt(tokens, at - 1);
  const after = textAt(tokens, month.next);
  const isMonth =
    /^(?:in|of|for|during|since|until|till|by|from|early|late|mid)$/.test(before) ||
    /^(?:में|me|mein|का|की|के|ka|ki|ke|से|तक|महीने|month|mahine)$/.test(after) ||
    !doubtfulWords.has(textAt(tokens, at));
  return isMonth ? toMonth(coming, month.month, month.next) : undefined;
}

/** Reads "from January to March 2026" · Jan - Mar · जनवरी से मार्च तक: whole months, the second after the first. */
function readMonthToMonth(scene: Scene, at: number): Range | undefined {
  const lead = skipPhrase(scene.tokens, at, ['from', 'between']);
  const first = readMonth(scene, lead ?? at);
  if (first === undefined) return undefined;
  const firstYear = readYear(scene, first.next);
  const joined = skipJoin(scene, firstYear?.next ?? first.next, textAt(scene.tokens, at) === 'between', lead !== undefined);
  const last = joined === undefined ? undefined : readMonth(scene, joined);
  if (last === undefined) return undefined;
  const lastYear = readYear(scene, last.next);
  const { year, month } = partsOf(scene.today);
  const wraps = first.month > last.month ? 1 : 0;
  const from = firstYear?.year ?? (lastYear === undefined ? (first.month >= month ? year : year + 1) : lastYear.year - wraps);
  const to = lastYear?.year ?? from + wraps;
  return {
    from: toDay(from, first.month, 1),
    to: toDay(to, last.month + 1, 0),
    next: skipUntil(scene, lastYear?.next ?? last.next),
    grain: 'month',
  };
}

/** Reads "in 2020" · "the year 2020" · 2020 में. */
function readWholeYear(scene: Scene, at: number): Range | undefined {
  const { tokens } = scene;
  const token = tokens[at];
  if (token?.kind !== 'digits' || token.text.length !== 4 || (isGlued(tokens, at) && /^[\p{L}\d.,:/-]/u.test(textAt(tokens, at - 1))))
    return undefined;
  const year = readYear(scene, at);
  const isNamed = /^(?:in|year|during|साल|वर्ष|saal)$/.test(textAt(tokens, at - 1)) || /^(?:में|mein)$/.test(textAt(tokens, at + 1));
  const after = tokens[at + 1];
  const isEnd = after === undefined || after.kind === 'mark' || /^(?:में|mein|and|or|was|is|for|from|with|we|i|it|to)$/.test(after.text);
  if (year === undefined || !isNamed || !isEnd || (after?.kind === 'mark' && isGlued(tokens, at + 1) && tokens[at + 2]?.kind === 'digits'))
    return undefined;
  return { from: toDay(year.year, 1, 1), to: toDay(year.year, 12, 31), next: at + 1, grain: 'year' };
}

function toMonth(year: number, month: number, next: number): Range {
  const from = toDay(year, month, 1);
  return { from, to: addMonths(from, 1) - 1, next, grain: 'month' };
}
