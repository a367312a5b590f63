/** An agent who is Online, as far as their start goes. Loads and limits are in hundredths. */
export type Starting = { load: number; limit: number; rampSince: Date | null; rampMinute: number; rampTaken: number };

export const minuteOf = (now: Date): number => Math.floor(now.getTime() / 60_000);

/** Finds the median share of the limits of those who are not starting. @returns null: all are */
export function medianShare(desks: readonly Starting[]): number | null {
  const shares = desks
    .filter(({ rampSince }) => rampSince === null)
    .map(({ load, limit }) => load / limit)
    .sort((one, other) => one - other);
  const middle = shares[Math.floor((shares.length - 1) / 2)];
  return middle ?? null;
}

/**
 * Tells how many chats an agent may still get within this minute who has come Online a while ago.
 * @param median of the others; null: there are none
 * @returns null: as many as there is room for, since the agent is level with the others
 */
export function rampLeftOf(
  { load, limit, rampSince, rampMinute, rampTaken }: Starting,
  median: number | null,
  perMinute: number,
  now: Date,
): number | null {
  if (rampSince === null || median === null || load / limit >= median) return null;
  return Math.max(0, perMinute - (rampMinute === minuteOf(now) ? rampTaken : 0));
}
