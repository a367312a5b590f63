/**
 * The speed that a vendor takes, as it was found: @property found messages a second; null: as fast as the channel says. @property knownGood
 * what the vendor was seen to take a second; null: nothing yet
 */
export type FoundSpeed = { found: number | null; knownGood: number | null; foundAt: Date | null };

/** The results of the last second: @property taken by the vendor. @property asked of it, the refused ones among them */
export type Second = { taken: number; asked: number };

/** Assumed speed of an unknown vendor. */
const modest = 8;
/** Answers to what was under way at a change say nothing of the new speed. */
const settleMs = 1000;
const secondsSince = (at: Date | null, now: Date): number =>
  at === null ? Number.POSITIVE_INFINITY : (now.getTime() - at.getTime()) / 1000;

/** The current speed of a channel. @param perSecond at most, by its settings */
export const speedOf = ({ found }: Pick<FoundSpeed, 'found'>, perSecond: number): number => Math.min(perSecond, found ?? perSecond);

/**
 * The vendor says that it is too fast: half of the asked messages, however many were refused at once. It is never less than half of the
 * taken or known good speed, so one refusal after a pause does not slow the channel to a crawl.
 */
export function slowDown(speed: FoundSpeed, perSecond: number, { taken, asked }: Second, now: Date): FoundSpeed {
  if (secondsSince(speed.foundAt, now) * 1000 < settleMs && speed.found !== null) return speed;
  const before = Math.min(speedOf(speed, perSecond), Math.max(1, asked));
  const good = Math.max(taken, speed.knownGood ?? modest);
  // The known speed fades: a vendor may take less than before for good.
  return { found: Math.min(perSecond, Math.max(before, good) / 2), knownGood: Math.max(taken, (speed.knownGood ?? 0) / 2), foundAt: now };
}

/** The vendor takes all that it gets: a tenth of the known good speed more, each second, up to the channel's own speed. */
export function speedUp(speed: FoundSpeed, perSecond: number, { taken }: Second, now: Date): FoundSpeed {
  const seconds = Math.min(1, secondsSince(speed.foundAt, now));
  if (speed.found === null || taken === 0 || seconds < 0.1) return speed;
  const knownGood = Math.max(taken, speed.knownGood ?? 0);
  const found = speed.found + seconds * Math.max(1, knownGood / 10);
  return { found: found >= perSecond ? null : found, knownGood, foundAt: now };
}

/** Counts what came of the messages of a channel in the last second, in this worker. */
export class SecondMeter {
  #noted: { at: number; taken: number; asked: number }[] = [];

  note(taken: number, asked: number, now: Date): Second {
    this.#noted = [...this.#noted.filter(({ at }) => now.getTime() - at < 1000), { at: now.getTime(), taken, asked }];
    return this.#noted.reduce((sum, one) => ({ taken: sum.taken + one.taken, asked: sum.asked + one.asked }), { taken: 0, asked: 0 });
  }
}
