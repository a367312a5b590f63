const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

const known = new Map<string, Intl.DateTimeFormat>();
function clockOf(zone: string): Intl.DateTimeFormat {
  const made = known.get(zone);
  if (made) return made;
  const parts = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' } as const;
  let clock: Intl.DateTimeFormat;
  try {
    clock = new Intl.DateTimeFormat('en', { ...parts, timeZone: zone || 'UTC', hourCycle: 'h23' });
  } catch {
    // A zone that this program does not know any more: whoever has it gets the mail all the same.
    clock = new Intl.DateTimeFormat('en', { ...parts, timeZone: 'UTC', hourCycle: 'h23' });
  }
  known.set(zone, clock);
  return clock;
}

/** What a clock on the wall of a zone shows, as if it were UTC. */
function wallTime(at: number, zone: string): number {
  const part = Object.fromEntries(
    clockOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  ) as Record<string, number>;
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
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
    // What the clock was off by now, and what it is off by then: they differ where it is changed in between.
    const guess = wanted - (shown - start);
    const candidates = [-hourMs, 0, hourMs].map((by) => guess + by).filter((at) => wallTime(at, zone) === wanted);
    const at = candidates[0] ?? guess - (wallTime(guess, zone) - wanted) + hourMs;
    if (at > start) return new Date(at);
  }
}
