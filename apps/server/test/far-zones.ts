const hourMs = 3_600_000;

/** Zones on both sides of UTC whose clocks never change, with their hours ahead of it. */
export const farZones = [
  ['Asia/Kolkata', 5.5],
  ['Pacific/Honolulu', -10],
  ['Pacific/Kiritimati', 14],
] as const;

/** A day of next month, for which every table has its partition. */
export function dayToCome(): string {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 10)).toISOString().slice(0, 10);
}

/** Instants round a day of a zone: the last before it, its first and its last, the first after it. */
export function roundDay(day: string, hoursAhead: number): [before: Date, first: Date, last: Date, after: Date] {
  const first = Date.parse(day) - hoursAhead * hourMs;
  return [new Date(first - 1), new Date(first), new Date(first + 24 * hourMs - 1), new Date(first + 24 * hourMs)];
}
