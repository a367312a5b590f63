import type { CalendarException, CalendarHours, CalendarSlot } from '@parley/contract';
import { dateFormat } from '@parley/contract/format/intl';

// A second reading of the rules that shares no code with the first: minute by minute, by the clock that Intl shows, every exception asked
// for each day. Tests and the bench hold the package against it.

const quarter = 900_000;

/** Shows `2026-01-31` and the minute of the day on the wall. Zones change their clocks at quarters of an hour of UTC. */
export function wallAt(at: number, zone: string): { day: string; minute: number } {
  const format = dateFormat('en-CA', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]));
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? '';
  return { day: `${of('year')}-${of('month')}-${of('day')}`, minute: Number(of('hour')) * 60 + Number(of('minute')) };
}

const shift = (day: string, days: number): string => {
  const date = new Date(`${day}T12:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
};

const ranges = new Map<string, Set<string>>();
/** Month and day of each day of a range, 29 February among them: the range is laid over the leap year 2000. */
function daysOfYear(from: string, to: string): Set<string> {
  const [first, last] = [from.slice(5), to.slice(5)];
  const known = ranges.get(`${first} ${last}`);
  if (known) return known;
  const days = new Set<string>();
  ranges.set(`${first} ${last}`, days);
  for (let day = `${first > last ? 1999 : 2000}-${first}`; ; day = shift(day, 1)) {
    days.add(day.slice(5));
    if (day.slice(5) === last) return days;
  }
}

function covers({ from, to, yearly }: CalendarException, day: string): boolean {
  if (!yearly) return day >= from && day <= to;
  return daysOfYear(from, to).has(day.slice(5));
}

function isStronger(one: CalendarException, than: CalendarException): boolean {
  if (one.yearly !== than.yearly) return !one.yearly;
  const days = (range: CalendarException) => Math.round((Date.parse(range.to) - Date.parse(range.from)) / 86_400_000);
  // The later one in the list is newer, and is asked later.
  return days(one) <= days(than);
}

function slotsOf({ days, exceptions }: CalendarHours, day: string): readonly CalendarSlot[] {
  let chosen: CalendarException | undefined;
  for (const exception of exceptions) if (covers(exception, day) && (!chosen || isStronger(exception, chosen))) chosen = exception;
  return chosen ? chosen.slots : (days[(new Date(`${day}T12:00:00Z`).getUTCDay() + 6) % 7] ?? []);
}

const clock = Array.from(
  { length: 1440 },
  (_, minute) => `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`,
);

/** Minutes of a day of the wall, 1440 of them: open or not. */
function minutesOf(calendar: CalendarHours, day: string): boolean[] {
  const own = slotsOf(calendar, day);
  const before = slotsOf(calendar, shift(day, -1)).filter(({ from, to }) => to <= from);
  return clock.map((now) => own.some(({ from, to }) => now >= from && (now < to || to <= from)) || before.some(({ to }) => now < to));
}

/** Says of minutes, one after the other, whether a calendar is open. */
export function createOracle(calendar: CalendarHours) {
  const days = new Map<string, boolean[]>();
  let [start, wall] = [Number.NaN, { day: '', minute: 0 }];
  return {
    isOpen(at: number): boolean {
      const block = Math.floor(at / quarter) * quarter;
      if (block !== start) [start, wall] = [block, wallAt(block, calendar.timeZone)];
      let minutes = days.get(wall.day);
      if (!minutes) {
        minutes = minutesOf(calendar, wall.day);
        days.set(wall.day, minutes);
      }
      return minutes[wall.minute + Math.floor((at - block) / 60_000)] ?? false;
    },
    closedReason(at: number): 0 | 2 {
      const { day, minute } = wallAt(at, calendar.timeZone);
      return slotsOf(calendar, day).some(({ from }) => from <= (clock[minute] ?? '')) ? 2 : 0;
    },
  };
}
