import { longestPauseSeconds, pausesOf, type Retries, usualRetries } from '@parley/journey';
import type { Tx } from '#platform/db/database.ts';

/** Outcome of a try of a call. `lost`: it left, and nobody knows what it did. */
export type Tried =
  | { kind: 'answered'; status: number; answer: unknown; retryAfterSeconds: number | null; record?: RecordAnswer }
  | { kind: 'notSent'; error: string; isFinal: boolean }
  | { kind: 'lost'; error: string; isFinal: boolean };
/** Called in the transaction that makes an answer count. */
export type RecordAnswer = (tx: Tx) => Promise<void>;
export type Judged =
  | { kind: 'again'; delayMs: number; error: string }
  | { kind: 'ended'; state: 'DONE' | 'FAILED' | 'UNKNOWN'; status: number; answer: unknown; error: string; record?: RecordAnswer };

/** Error of a call that left, and whose worker stopped before the answer came. */
export const workerStopped = 'The worker that made the call has stopped.';
export const hostFails = 'The host fails: no call is made for half a minute.';
const answeredWith = (status: number): string => `The service answered ${status}.`;
/** Words that this house has for a failure, beside those of a service. */
export const isOwnError = (error: string): boolean =>
  error === workerStopped || error === hostFails || /^The service answered \d+\.$/.test(error);

/** Longest retry pause; a service that asks for a longer one is not called again. */
const longestDelayMs = longestPauseSeconds * 1000;

/**
 * Tells whether a call is made again: one that never left, or was put off, as often as its node says; one that left only if it does no harm twice.
 * @param attempts tries so far, this one included @param retries left out: the usual ones
 */
export function outcomeOfCall(
  tried: Tried,
  { attempts, isSafe, retries = usualRetries }: { attempts: number; isSafe: boolean; retries?: Retries | undefined },
): Judged {
  const pause = pausesOf(retries)[attempts - 1];
  const delayMs = pause === undefined ? undefined : pause * 1000;
  const ended = (state: 'FAILED' | 'UNKNOWN', error: string): Judged => ({ kind: 'ended', state, status: 0, answer: null, error });
  const again = (error: string, otherwise: () => Judged): Judged =>
    delayMs === undefined ? otherwise() : { kind: 'again', delayMs, error };
  switch (tried.kind) {
    case 'notSent':
      return tried.isFinal ? ended('FAILED', tried.error) : again(tried.error, () => ended('FAILED', tried.error));
    case 'lost':
      if (!isSafe) return ended('UNKNOWN', tried.error);
      return tried.isFinal ? ended('FAILED', tried.error) : again(tried.error, () => ended('FAILED', tried.error));
    case 'answered': {
      const { status, answer, retryAfterSeconds, record } = tried;
      const error = status < 400 ? '' : answeredWith(status);
      const isPutOff = status === 429 || status === 503;
      const waitMs = Math.max(delayMs ?? 0, (retryAfterSeconds ?? 0) * 1000);
      if (isPutOff && delayMs !== undefined && waitMs <= longestDelayMs) return { kind: 'again', delayMs: waitMs, error };
      return { kind: 'ended', state: status < 400 ? 'DONE' : 'FAILED', status, answer, error, ...(record ? { record } : {}) };
    }
  }
}
