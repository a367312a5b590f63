import type { CalendarException, CalendarHours, CalendarSlot } from '@parley/contract';
import { dayMinutes, dayMs, dayNumber, isCovered, lengthOf, minuteMs, spanOf, weekdayOf } from './days.ts';
import { type Zone, zoneOf } from './zone.ts';

/** Rule of a day: its exception, or the slots of its weekday. */
export type DayRule = { exception: CalendarException | null; slots: readonly CalendarSlot[] };
/** A piece of one day on the wall: milliseconds behind its midnight, `to` not included. */
export type Piece = { from: number; to: number };
/** `open` is what of the day is open, in order, without overlap; slots of the day before that pass midnight included. */
export type WallDay = { day: number; rule: DayRule; open: readonly Piece[] };
/** A calendar made ready for many questions. */
export type Prepared = { zone: Zone; dayAt: (day: number) => WallDay };

/** Days that one calendar keeps: about ten years. */
const mostKept = 4096;
/** Once beats yearly, a shorter range a longer one, and a newer exception, which stands further behind, an older one. */
function inOrder(exceptions: readonly CalendarException[]): CalendarException[] {
  return exceptions
    .map((exception, place) => ({ exception, place, days: lengthOf(exception) }))
    .sort((one, other) => Number(one.exception.yearly) - Number(other.exception.yearly) || one.days - other.days || other.place - one.place)
    .map(({ exception }) => exception);
}

/** Joins what touches or overlaps. */
function join(pieces: Piece[]): Piece[] {
  const joined: Piece[] = [];
  for (const piece of pieces.sort((one, other) => one.from - other.from)) {
    const last = joined.at(-1);
    if (last && piece.from <= last.to) last.to = Math.max(last.to, piece.to);
    else joined.push({ ...piece });
  }
  return joined;
}

function prepareHours({ timeZone, days, exceptions }: CalendarHours): Prepared {
  const ordered = inOrder(exceptions);
  const once = ordered
    .filter(({ yearly }) => !yearly)
    .map((exception) => ({ exception, from: dayNumber(exception.from), to: dayNumber(exception.to) }));
  const yearly = ordered.filter((exception) => exception.yearly);
  const ruleOf = (day: number): DayRule => {
    const exception = once.find(({ from, to }) => from <= day && day <= to)?.exception ?? yearly.find((one) => isCovered(one, day)) ?? null;
    return { exception, slots: exception?.slots ?? days[weekdayOf(day) - 1] ?? [] };
  };
  const known = new Map<number, WallDay>();
  const dayAt = (day: number): WallDay => {
    const kept = known.get(day);
    if (kept) return kept;
    const rule = ruleOf(day);
    const own = rule.slots.map(spanOf).map(({ from, to }) => ({ from: from * minuteMs, to: Math.min(to * minuteMs, dayMs) }));
    const before = ruleOf(day - 1).slots.map(spanOf);
    const late = before.filter(({ to }) => to > dayMinutes).map(({ to }) => ({ from: 0, to: (to - dayMinutes) * minuteMs }));
    const made = { day, rule, open: join([...late, ...own]) };
    if (known.size >= mostKept) known.clear();
    known.set(day, made);
    return made;
  };
  return { zone: zoneOf(timeZone), dayAt };
}

const prepared = new WeakMap<CalendarHours, Prepared>();

/** Prepares a calendar once: nobody changes one after the first question. */
export function prepare(calendar: CalendarHours): Prepared {
  const known = prepared.get(calendar) ?? prepareHours(calendar);
  prepared.set(calendar, known);
  return known;
}
