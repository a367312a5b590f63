import { wallFields } from '@parley/contract';

/** Wall-clock text of one zone ↔ instants. */
const dateTimePattern = /^(\d{4})\/(\d{1,2})\/(\d{1,2}) (\d{1,2}):(\d{2}):(\d{2})(?:\.(\d{1,3}))?$/;

/**
 * Reads 'year/month/day hour:minute:second', 24 hours, milliseconds optional. Of a time that the clocks show twice it is the first, as on the
 * server; one that they skip is as much later as they go forward.
 * @returns undefined when the text has another form, or names no moment of the calendar (2024/02/30)
 */
export function parseWallTime(text: string, zone: string): Date | undefined {
  const match = dateTimePattern.exec(text.trim());
  if (!match) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1, 7).map(Number);
  const millisecond = Number((match[7] ?? '').padEnd(3, '0')) || 0;
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month) || hour > 23 || minute > 59 || second > 59) return undefined;
  const asUtc = toUtc(year, month, day, hour, minute, second, millisecond);
  // A change of clocks lies between the offsets of a day before and a day after.
  const [before, after] = [asUtc - offsetMs(asUtc - dayMs, zone), asUtc - offsetMs(asUtc + dayMs, zone)] as const;
  const shown = [before, after].filter((instant) => instant + offsetMs(instant, zone) === asUtc);
  return new Date(shown.length === 0 ? before : Math.min(...shown));
}

const dayMs = 24 * 3_600_000;

/** Works like Date.UTC, which takes years below 100 for those of the last century: a field has such a year while somebody types it. */
const toUtc = (year: number, month: number, day: number, ...time: [hour: number, minute: number, second: number, millisecond?: number]) =>
  new Date(new Date(0).setUTCFullYear(year, month - 1, day)).setUTCHours(...time);

const daysIn = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate();

/** Offset of the zone from UTC at that instant, in milliseconds; positive if ahead. */
export function offsetMs(instant: number, zone: string): number {
  const { year, month, day, hour, minute, second } = wallFields(instant, zone);
  return toUtc(year, month, day, hour, minute, second) - Math.floor(instant / 1000) * 1000;
}
