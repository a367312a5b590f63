/** A message of an iteration that had reached somebody, and until how long after it an answer counts. */
export type Reached = { leftAt: Date; replyHours: number; isAnswered: boolean };

const hourMs = 3_600_000;
/** Vendors tell whole seconds, so what is answered at once seems to be written before it. */
const roundingMs = 2000;

/** Tells whether something is written behind a message of ours. */
export const isAfter = (leftAt: Date, at: Date): boolean => at.getTime() > leftAt.getTime() - roundingMs;

const isInTime = ({ leftAt, replyHours }: Reached, at: Date): boolean =>
  isAfter(leftAt, at) && at.getTime() <= leftAt.getTime() + replyHours * hourMs;

/**
 * Finds the message to which somebody responds who writes at a time: the one that they answer, if the vendor tells it, otherwise the
 * latest.
 * @returns undefined where nothing had reached them, or it is too long ago
 */
export function respondsTo<R extends Reached>(reached: readonly R[], at: Date): R | undefined {
  const open = reached.filter((one) => isInTime(one, at)).sort((one, other) => other.leftAt.getTime() - one.leftAt.getTime());
  return open.find(({ isAnswered }) => isAnswered) ?? open[0];
}
