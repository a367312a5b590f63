import { readLocal, toLocal } from './local-time.ts';

/** Days by the clocks of a zone, `2026-03-29`. */

const dayMs = 86_400_000;

export const dayOf = (at: Date, timeZone: string): string => toLocal(at, timeZone).slice(0, 10);

/** The last day that is used: its year has four digits, and so has the next day's in every zone. */
const lastDay = '9999-12-30';

/** No later than the last day. */
export const addDays = (day: string, days: number): string =>
  new Date(Math.min(Date.parse(lastDay), Date.parse(day) + days * dayMs)).toISOString().slice(0, 10);

/** Counts the days from the first to the last, both included. */
export const daysBetween = (first: string, last: string): number => Math.round((Date.parse(last) - Date.parse(first)) / dayMs) + 1;

/** The first instant of a day: where the clocks skip midnight, the one at which they go forward. */
export function startOfDay(asked: string, timeZone: string): Date {
  const day = asked > lastDay ? lastDay : asked;
  const midnight = readLocal(`${day}T00:00`, timeZone);
  if (midnight) return midnight.at;
  const asUtc = Date.parse(`${day}T00:00:00Z`);
  // Midnight by the offset from before the change is the instant of the change.
  const before = asUtc - dayMs;
  return new Date(asUtc - (Date.parse(`${toLocal(new Date(before), timeZone)}:00Z`) - before));
}

/**
 * The instants of the days that a filter names, both of them whole.
 * @param days '' for an end that is open
 */
export const spanOf = ({ fromDate, toDate }: { fromDate: string; toDate: string }, timeZone: string) => ({
  from: fromDate === '' ? undefined : startOfDay(fromDate, timeZone),
  until: toDate === '' ? undefined : startOfDay(addDays(toDate, 1), timeZone),
});
