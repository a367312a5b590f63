/** Wall-clock text of one zone ↔ instants. */
const dateTimePattern = /^(\d{4})\/(\d{1,2})\/(\d{1,2}) (\d{1,2}):(\d{2}):(\d{2})(?:\.(\d{1,3}))?$/;

/**
 * Reads 'year/month/day hour:minute:second', 24 hours, milliseconds optional.
 * @returns undefined when the text has another form, or names no moment of the calendar (2024/02/30)
 */
export function parseWallTime(text: string, zone: string): Date | undefined {
  const match = dateTimePattern.exec(text.trim());
  if (!match) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1, 7).map(Number);
  const millisecond = Number((match[7] ?? '').padEnd(3, '0')) || 0;
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month) || hour > 23 || minute > 59 || second > 59) return undefined;
  const asUtc = Date.UTC(year, month - 1, day, hour, minute, second, millisecond);
  // Twice, since the offset at the guess may differ from the offset at the answer when a clock change lies between.
  let instant = asUtc - offsetMs(asUtc, zone);
  instant = asUtc - offsetMs(instant, zone);
  return new Date(instant);
}

const daysIn = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate();

/** How far the zone is ahead of UTC at that instant. */
export function offsetMs(instant: number, zone: string): number {
  const parts = Object.fromEntries(
    new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 1970, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(instant / 1000) * 1000;
}
