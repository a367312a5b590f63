import type { JourneySchedule } from '@parley/contract';
import { Temporal } from 'temporal-polyfill';

/** Days and months that are looked at for the next time: one of each kind of schedule is among them. */
const mostDays = 8;
const mostMonths = 2;

/** The calendar days on which a schedule may fall, from a day on, the earliest first. */
function daysFrom({ repeat, date = '', weekdays = [], day = 1 }: JourneySchedule, from: Temporal.PlainDate): Temporal.PlainDate[] {
  switch (repeat) {
    case 'once':
      return [Temporal.PlainDate.from(date)];
    case 'daily':
      return Array.from({ length: mostDays + 1 }, (_, days) => from.add({ days }));
    case 'weekly':
      return Array.from({ length: mostDays + 1 }, (_, days) => from.add({ days })).filter(({ dayOfWeek }) => weekdays.includes(dayOfWeek));
    case 'monthly':
      // The last day counts in a month without such a day.
      return Array.from({ length: mostMonths + 1 }, (_, months) => from.with({ day: 1 }).add({ months })).map((month) =>
        month.with({ day: Math.min(day, month.daysInMonth) }),
      );
  }
}

/**
 * Returns the next due time of a schedule, in milliseconds since 1970. A time of the clock that a day skips is as much later as the clock
 * jumps, one that it has twice is the first.
 * @param after it is due behind this
 * @returns null when it is due no more
 */
export function nextDue(schedule: JourneySchedule, after: number, zone: string): number | null {
  const plainTime = Temporal.PlainTime.from(schedule.time);
  const from = Temporal.Instant.fromEpochMilliseconds(after).toZonedDateTimeISO(zone).toPlainDate();
  for (const date of daysFrom(schedule, from)) {
    const at = date.toZonedDateTime({ timeZone: zone, plainTime }).epochMilliseconds;
    if (at > after) return at;
  }
  return null;
}

/**
 * The last time at which a schedule was due until now, where it was due at one known time. A server that was down makes up for that run
 * alone.
 */
export function latestDue(schedule: JourneySchedule, known: number, now: number, zone: string): number {
  let latest = known;
  for (let next = nextDue(schedule, latest, zone); next !== null && next <= now; next = nextDue(schedule, latest, zone)) latest = next;
  return latest;
}
