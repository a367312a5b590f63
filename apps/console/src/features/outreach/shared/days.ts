import { offsetMs } from '../../../lib/wall-time.ts';

const dayMs = 24 * 3_600_000;
const rangeDays = 7;

/** '2024-01-31' of an instant in a zone. */
export const dayOf = (at: Date, zone: string): string => new Date(at.getTime() + offsetMs(at.getTime(), zone)).toISOString().slice(0, 10);

function startOfDay(day: string, zone: string): Date {
  const asUtc = Date.parse(`${day}T00:00:00Z`);
  return new Date(asUtc - offsetMs(asUtc - offsetMs(asUtc, zone), zone));
}

/** A day counts to its end: the start of the day that follows it, wherever a clock change makes it longer or shorter. */
function endOfDay(day: string, zone: string): Date {
  const following = dayOf(new Date(startOfDay(day, zone).getTime() + 1.5 * dayMs), zone);
  return new Date(startOfDay(following, zone).getTime() - 1);
}

/** The last 7 days to today, unless days were chosen (BCAST-082); sent as ISO instants (BCAST-086). */
export function rangeOf({ start, end }: { start: string; end: string }, now: Date, zone: string) {
  const today = dayOf(now, zone);
  const firstDay = isDay(start) ? start : dayOf(new Date(now.getTime() - rangeDays * dayMs), zone);
  const lastDay = isDay(end) && end <= today ? end : today;
  return {
    firstDay,
    lastDay,
    today,
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
