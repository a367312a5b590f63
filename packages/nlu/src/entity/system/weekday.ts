import { type Day, partsOf, toDay, weekdayOf } from './calendar.ts';
import { readOrdinal } from './counting.ts';
import { doubtfulWords, readWhich, type Which, weekdays } from './date-words.ts';
import { type DayReading, readDayNumber, readMonth, readMonthDay, readNumericDay, readYear, toDayOfMonth } from './month-day.ts';
import type { Scene } from './scene.ts';
import { skipPhrase, textAt } from './tokens.ts';

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

/** The first Monday of December · last Friday of this month. */
export function readNthWeekday(scene: Scene, at: number): DayReading | undefined {
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
