import type { CalendarException, CalendarHours, CalendarSlot } from '@parley/contract';
import { dayMinutes, dayMs, dayNumber, dayText, minuteMs, spanOf, weekdayOf } from './days.ts';
import { type Prepared, prepare } from './prepare.ts';

/** Milliseconds since 1970. */
export type Instant = number;

/** The rule that decided: a slot of a day, or that the day has none now. `exception` is null where the week decides. */
export type Rule = { day: string; weekday: number; exception: CalendarException | null; slot: CalendarSlot | null };

/** Nobody looks further ahead for the next change. */
const horizonDays = 400;

/** A stretch of time on one day of the wall with one offset. */
type Stretch = { day: number; time: number; until: Instant };

function stretchAt({ zone }: Prepared, at: Instant): Stretch {
  const offset = zone.offsetAt(at);
  const wall = at + offset.ms;
  const day = Math.floor(wall / dayMs);
  const time = wall - day * dayMs;
  return { day, time, until: Math.min(offset.until, at + dayMs - time) };
}

const isOpenAt = (calendar: Prepared, { day, time }: Stretch): boolean =>
  calendar.dayAt(day).open.some(({ from, to }) => from <= time && time < to);

/** The first change behind an instant, by what the wall shows. */
function changeAfter(calendar: Prepared, at: Instant, isOpen: boolean, limit: Instant): Instant | null {
  for (let now = at; now < limit; ) {
    const stretch = stretchAt(calendar, now);
    if (now > at && isOpenAt(calendar, stretch) !== isOpen) return now;
    const { open } = calendar.dayAt(stretch.day);
    const edge = isOpen
      ? open.find(({ from, to }) => from <= stretch.time && stretch.time < to)?.to
      : open.find(({ from }) => from > stretch.time)?.from;
    const change = edge === undefined ? stretch.until : now + edge - stretch.time;
    if (change < stretch.until) return change < limit ? change : null;
    now = stretch.until;
  }
  return null;
}

function ruleAt(calendar: Prepared, { day, time }: Stretch): Rule {
  const minute = time / minuteMs;
  const own = calendar.dayAt(day).rule;
  const told = (of: number, { exception }: Pick<Rule, 'exception'>, slot: CalendarSlot | null): Rule => ({
    day: dayText(of),
    weekday: weekdayOf(of),
    exception,
    slot,
  });
  for (const slot of own.slots) {
    const { from, to } = spanOf(slot);
    if (from <= minute && minute < to) return told(day, own, slot);
  }
  const before = calendar.dayAt(day - 1).rule;
  const late = before.slots.find((slot) => minute + dayMinutes < spanOf(slot).to);
  return late ? told(day - 1, before, late) : told(day, own, null);
}

/** Tells whether a calendar is open, which rule says so, and when that changes; null where it does not within 400 days. */
export function openAt(calendar: CalendarHours, at: Instant): { open: boolean; rule: Rule; nextChange: Instant | null } {
  const ready = prepare(calendar);
  const stretch = stretchAt(ready, at);
  const open = isOpenAt(ready, stretch);
  return { open, rule: ruleAt(ready, stretch), nextChange: changeAfter(ready, at, open, at + horizonDays * dayMs) };
}

/** The instant itself while it is open; null where the calendar does not open within the days. */
export function nextOpening(calendar: CalendarHours, from: Instant, within = horizonDays): Instant | null {
  const ready = prepare(calendar);
  return isOpenAt(ready, stretchAt(ready, from)) ? from : changeAfter(ready, from, false, from + within * dayMs);
}

/** Calls back for each stretch of open time from an instant on, until it answers true, or the limit. */
function walkOpen(calendar: Prepared, from: Instant, limit: Instant, visit: (from: Instant, to: Instant) => boolean): void {
  for (let now = from; now < limit; ) {
    const { day, time, until } = stretchAt(calendar, now);
    const end = Math.min(until, limit);
    for (const piece of calendar.dayAt(day).open) {
      const first = Math.max(now, now + piece.from - time);
      const last = Math.min(end, now + piece.to - time);
      if (first < last && visit(first, last)) return;
    }
    now = until;
  }
}

/**
 * The instant at which so many seconds of open time have passed; null where the calendar opens no more for 400 days, or they have not passed
 * within the days. Open time that ends with a closing ends there, not at the next opening.
 */
export function addOpen(calendar: CalendarHours, from: Instant, seconds: number, within = Number.POSITIVE_INFINITY): Instant | null {
  if (seconds <= 0) return from;
  const ready = prepare(calendar);
  const limit = from + within * dayMs;
  let [left, now] = [seconds * 1000, from];
  for (;;) {
    const opening = nextOpening(calendar, now);
    if (opening === null || opening >= limit) return null;
    let end: Instant | null = null;
    now = Math.min(opening + horizonDays * dayMs, limit);
    walkOpen(ready, opening, now, (first, last) => {
      if (last - first >= left) end = first + left;
      left -= last - first;
      return end !== null;
    });
    if (end !== null) return end;
  }
}

/** The end of the last open time before an instant at which it is closed; days before it where there was none. */
export function closedSince(calendar: CalendarHours, at: Instant, days = 7): Instant {
  let since = at - days * dayMs;
  walkOpen(prepare(calendar), since, at, (_first, last) => {
    since = last;
    return false;
  });
  return since;
}

/** Seconds of open time between two instants; none where the second is the earlier one. */
export function openBetween(calendar: CalendarHours, a: Instant, b: Instant): number {
  let open = 0;
  walkOpen(prepare(calendar), a, b, (first, last) => {
    open += last - first;
    return false;
  });
  return open / 1000;
}

/**
 * Reason of a chat that is missed while the calendar is closed (CHAT-007): 2 behind the first opening of the day, which then has closed
 * again; 0 before it, or on a day without one. A slot that runs in from the night before is no opening of the day.
 */
export function closedReason(calendar: CalendarHours, at: Instant): 0 | 2 {
  const ready = prepare(calendar);
  const { day, time } = stretchAt(ready, at);
  return ready.dayAt(day).rule.slots.some((slot) => spanOf(slot).from * minuteMs <= time) ? 2 : 0;
}

/** One day of one calendar, by the wall of its zone: the slots that begin on it, and the exception that they are of. */
export type Interval = {
  calendar: number;
  day: string;
  weekday: number;
  exception: CalendarException | null;
  slots: readonly CalendarSlot[];
};

/** The days of several calendars, one calendar behind the other. @param day the first one, such as 2026-01-31 */
export function strip(calendars: readonly CalendarHours[], day: string, days: number): Interval[] {
  const first = dayNumber(day);
  return calendars.flatMap((calendar, place) => {
    const ready = prepare(calendar);
    return Array.from({ length: days }, (_, index) => {
      const { exception, slots } = ready.dayAt(first + index).rule;
      return { calendar: place, day: dayText(first + index), weekday: weekdayOf(first + index), exception, slots };
    });
  });
}
