import { readLocal, toLocal } from './local-time.ts';

/** Days by the clocks of a zone, `2026-03-29`. */

const dayMs = 86_400_000;

export const dayOf = (at: Date, timeZone: string): string => toLocal(at, timeZone).slice(0, 10);

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);

/** How many days there are from the first to the last, both included. */
export const daysBetween = (first: string, last: string): number => Math.round((Date.parse(last) - Date.parse(first)) / dayMs) + 1;

/** The first instant of a day: where the clocks skip midnight, the one at which they go forward. */
export function startOfDay(day: string, timeZone: string): Date {
  const midnight = readLocal(`${day}T00:00`, timeZone);
  if (midnight) return midnight.at;
  const asUtc = Date.parse(`${day}T00:00:00Z`);
  // By the offset from before the change, midnight is the instant of the change.
  const before = asUtc - dayMs;
  return new Date(asUtc - (Date.parse(`${toLocal(new Date(before), timeZone)}:00Z`) - before));
}
