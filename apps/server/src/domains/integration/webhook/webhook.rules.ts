const minute = 60_000;
/** After the first, second ... failure. */
const delays = [1, 5, 30, 120, 720].map((minutes) => minutes * minute);
export const mostAttempts = delays.length + 1;
const longestRetryAfterMs = 60 * minute;
const jitter = 0.1;
/** So many failures in a row suspend a webhook. */
export const mostFailuresInRow = 20;
export const gone = 410;

export const isDone = (status: number): boolean => status >= 200 && status < 300;

/**
 * When to try again after so many attempts; undefined: never.
 * @param retryAfter of the answer, in seconds or as a date; it can only put the attempt off
 * @param chance from 0 to 1, so that what failed together does not come again together
 */
export function nextAttemptMs(attempts: number, retryAfter: string, now: Date, chance: number): number | undefined {
  const delay = delays[attempts - 1];
  if (delay === undefined) return undefined;
  const asked = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - now.getTime();
  const wait = Number.isNaN(asked) ? 0 : Math.min(asked, longestRetryAfterMs);
  return Math.max(delay * (1 + jitter * chance), wait);
}
