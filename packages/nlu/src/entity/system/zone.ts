import { wallFields } from '@parley/contract/format/instant';

/** Time on a clock on the wall; month 1–12. */
export type WallTime = { year: number; month: number; day: number; hour: number; minute: number };

const minuteMs = 60_000;

/**
 * Returns the wall time of a time zone at an instant.
 * @param timeZone IANA name
 * @throws RangeError when there is no such zone
 */
export function toWallTime(instant: Date, timeZone: string): WallTime {
  const { year, month, day, hour, minute } = wallFields(instant, timeZone);
  return { year, month, day, hour, minute };
}

/**
 * A wall time with its offset, as '2026-11-24T17:00:00+05:30'. A time that a change of clocks skips is moved on by the length of the gap;
 * of one that comes twice the earlier is meant.
 */
export function toIsoInstant(wall: WallTime, timeZone: string): string {
  const asUtc = toUtc(wall);
  // The offset is looked up at both sides, as the day of a change has two.
  const before = offsetAt(asUtc - 24 * 60 * minuteMs, timeZone);
  const after = offsetAt(asUtc + 24 * 60 * minuteMs, timeZone);
  const instant =
    [before, after].map((offset) => asUtc - offset).find((candidate) => candidate + offsetAt(candidate, timeZone) === asUtc) ??
    asUtc - before;
  const offset = offsetAt(instant, timeZone);
  const minutes = Math.abs(offset) / minuteMs;
  const sign = offset < 0 ? '-' : '+';
  const zone = `${sign}${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;
  return `${new Date(instant + offset).toISOString().slice(0, 19)}${zone}`;
}

function offsetAt(instantMs: number, timeZone: string): number {
  return toUtc(toWallTime(new Date(instantMs), timeZone)) - Math.floor(instantMs / minuteMs) * minuteMs;
}

function toUtc({ year, month, day, hour, minute }: WallTime): number {
  return new Date(0).setUTCFullYear(year, month - 1, day) + (hour * 60 + minute) * minuteMs;
}

const pad = (value: number) => String(value).padStart(2, '0');
