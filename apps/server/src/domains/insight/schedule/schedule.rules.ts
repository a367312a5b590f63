import type { ScheduleRhythm } from '@parley/contract';
import { readLocal, toLocal } from '#platform/zone/local-time.ts';
import { addDays, dayOf } from '#platform/zone/zone-days.ts';

/** @property weekday Monday is 1 @property atTime '08:00' by the clocks of a zone */
export type Rhythm = { rhythm: ScheduleRhythm; weekday: number; monthDay: number; atTime: string };

/** No rhythm leaves out more days than that. */
const longestGap = 32;

const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
const lastOfMonth = (day: string): number => {
  const [year = 0, month = 1] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
};

/** Tells whether a day is one of the rhythm: a month that is too short has its last day. */
export function isDay({ rhythm, weekday, monthDay }: Rhythm, day: string): boolean {
  if (rhythm === 'daily') return true;
  if (rhythm === 'weekly') return weekdayOf(day) === weekday;
  return Number(day.slice(8)) === Math.min(monthDay, lastOfMonth(day));
}

/** The moment of a time of a day: of one that comes twice the first, of one that the clocks skip as much later as they skip. */
export function momentOf(day: string, atTime: string, zone: string): Date {
  const local = `${day}T${atTime}`;
  const shown = readLocal(local, zone);
  if (shown) return shown.at;
  const asUtc = Date.parse(`${local}:00Z`);
  // The offset is that which the clocks had before they skipped it.
  const before = asUtc - 86_400_000;
  return new Date(asUtc - (Date.parse(`${toLocal(new Date(before), zone)}:00Z`) - before));
}

/** The first time of a rhythm after a moment. */
export function nextDue(rhythm: Rhythm, zone: string, after: Date): Date {
  return findDue(rhythm, zone, after, 1, (at) => at > after);
}

/** The last time of a rhythm until a moment, which counts. */
export function lastDue(rhythm: Rhythm, zone: string, until: Date): Date {
  return findDue(rhythm, zone, until, -1, (at) => at <= until);
}

function findDue(rhythm: Rhythm, zone: string, from: Date, step: 1 | -1, fits: (at: Date) => boolean): Date {
  // A skipped hour may push a time into the day after.
  const start = addDays(dayOf(from, zone), -step);
  for (let count = 0; count <= longestGap + 2; count++) {
    const day = addDays(start, count * step);
    if (!isDay(rhythm, day)) continue;
    const at = momentOf(day, rhythm.atTime, zone);
    if (fits(at)) return at;
  }
  throw new Error(`No time of ${JSON.stringify(rhythm)} in ${zone} near ${from.toISOString()}.`);
}
