import { getEnterpriseZone } from './format.ts';
import { offsetMs, parseWallTime } from './wall-time.ts';

/** Days by the clock of a zone: the enterprise's, so that a day is the same for everybody who reads of it. */

const dayMs = 24 * 3_600_000;
const rangeDays = 7;

/** '2024-01-31' of an instant in a zone. */
export const dayOf = (at: Date, zone: string): string => new Date(at.getTime() + offsetMs(at.getTime(), zone)).toISOString().slice(0, 10);

/** The enterprise's today. */
export const today = (): string => dayOf(new Date(), getEnterpriseZone());

const lastDay = Date.parse('9999-12-31');

/** No later than the last day that has a year of four digits. */
export const addDays = (day: string, days: number): string =>
  new Date(Math.min(lastDay, Date.parse(day) + days * dayMs)).toISOString().slice(0, 10);

/** The first instant of a day: where the clocks skip midnight, the one at which they go forward. */
export const startOfDay = (day: string, zone: string): Date => parseWallTime(`${day.replaceAll('-', '/')} 00:00:00`, zone) ?? new Date(day);

/** A day counts to its end: the start of the day that follows it, wherever a clock change makes it longer or shorter. */
function endOfDay(day: string, zone: string): Date {
  return new Date(startOfDay(addDays(day, 1), zone).getTime() - 1);
}

/** The last 7 days to today, unless days were chosen (BCAST-082); sent as ISO instants (BCAST-086). */
export function rangeOf({ start, end }: { start: string; end: string }, now: Date, zone: string) {
  const lastPossible = dayOf(now, zone);
  const firstDay = isDay(start) ? start : dayOf(new Date(now.getTime() - rangeDays * dayMs), zone);
  const lastDay = isDay(end) && end <= lastPossible ? end : lastPossible;
  return {
    firstDay,
    lastDay,
    today: lastPossible,
    fromDate: startOfDay(firstDay, zone).toISOString(),
    toDate: endOfDay(lastDay, zone).toISOString(),
  };
}

/** Days that a list is narrowed to, as instants; '' where no day was chosen, and nothing is left out. */
export function boundsOf({ start, end }: { start: string; end: string }, zone: string) {
  return {
    fromDate: isDay(start) ? startOfDay(start, zone).toISOString() : '',
    toDate: isDay(end) ? endOfDay(end, zone).toISOString() : '',
  };
}

export const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
