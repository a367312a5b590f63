const minute = 60_000;
/** Delays after the first, second ... failure. */
const delays = [1, 5, 30, 120, 720].map((minutes) => minutes * minute);
export const mostAttempts = delays.length + 1;
const longestRetryAfterMs = 60 * minute;
const jitter = 0.1;
/** A webhook that fails for so long, and so often, is suspended: an address that is away for seconds fails for each open chat. */
const failingMs = 6 * 60 * minute;
const failuresInRow = 5;
/** Interval between tries of a suspended webhook. */
const probeMs = 5 * minute;
/** Its address says that it is not coming back: it waits for a person. */
export const gone = 410;

export const isDone = (status: number): boolean => status >= 200 && status < 300;

/**
 * Returns the delay until the next attempt after so many; undefined: none follows.
 * @param retryAfter of the answer, in seconds or as a date; it can only put the attempt off
 * @param chance from 0 to 1, so that attempts that failed together are not repeated together
 */
export function nextAttemptMs(attempts: number, retryAfter: string, now: Date, chance: number): number | undefined {
  const delay = delays[attempts - 1];
  if (delay === undefined) return undefined;
  const asked = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - now.getTime();
  const wait = Number.isNaN(asked) ? 0 : Math.min(asked, longestRetryAfterMs);
  return Math.max(delay * (1 + jitter * chance), wait);
}

export type Health = { state: 'active' | 'paused' | 'suspended'; failuresInRow: number; failingSince: Date | null; probeAt: Date | null };
/** Outcomes of one webhook in their order. */
export type Result = { status: number; at: Date };

/** Returns the health of a webhook after these results: suspended by time, tried again meanwhile, and active with the first success. */
export function healthAfter(before: Health, results: readonly Result[], now: Date): Health {
  const lastGood = results.findLastIndex(({ status }) => isDone(status));
  const failed = results.slice(lastGood + 1);
  const isGood = failed.length === 0;
  const failures = failed.length + (lastGood >= 0 ? 0 : before.failuresInRow);
  const failingSince = isGood ? null : ((lastGood >= 0 ? null : before.failingSince) ?? failed[0]?.at ?? now);
  const counted = { failuresInRow: failures, failingSince };
  if (before.state === 'paused') return { ...before, ...counted };
  if (isGood) return { ...counted, state: 'active', probeAt: null };
  if (failed.some(({ status }) => status === gone)) return { ...counted, state: 'suspended', probeAt: null };
  const isLong = failures >= failuresInRow && failingSince !== null && now.getTime() - failingSince.getTime() >= failingMs;
  if (before.state === 'active' && !isLong) return { ...counted, state: 'active', probeAt: null };
  const isWaitingForPerson = before.state === 'suspended' && before.probeAt === null;
  return { ...counted, state: 'suspended', probeAt: isWaitingForPerson ? null : new Date(now.getTime() + probeMs) };
}
