import { isTimeZone, wallFields } from '@parley/contract';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** The wall-clock time of a zone, as if it were UTC. */
function wallTime(at: number, zone: string): number {
  // A zone that this program does not know any more: its user gets the mail all the same.
  const { year, month, day, hour, minute, second } = wallFields(at, isTimeZone(zone) ? zone : 'UTC');
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/**
 * The next moment at which the clock of a zone shows an hour. Where the clocks skip it, an hour later; where it comes twice, the first.
 * @param hour 0 to 23
 */
export function nextDigest(hour: number, zone: string, now: Date): Date {
  const start = now.getTime();
  const shown = wallTime(start, zone);
  const midnight = shown - (shown % dayMs);
  for (let day = 0; ; day += 1) {
    const wanted = midnight + day * dayMs + hour * hourMs;
    // The clock's offset now and its offset then differ if it is changed in between.
    const guess = wanted - (shown - start);
    const candidates = [-hourMs, 0, hourMs].map((by) => guess + by).filter((at) => wallTime(at, zone) === wanted);
    const at = candidates[0] ?? guess - (wallTime(guess, zone) - wanted) + hourMs;
    if (at > start) return new Date(at);
  }
}
