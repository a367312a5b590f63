import type { Tx } from '#platform/db/database.ts';

/** What a try of a call came to. `lost`: it left, and nobody knows what it did. */
export type Tried =
  | { kind: 'answered'; status: number; answer: unknown; retryAfterSeconds: number | null; record?: RecordAnswer }
  | { kind: 'notSent'; error: string; isFinal: boolean }
  | { kind: 'lost'; error: string; isFinal: boolean };
/** In the transaction that makes an answer count. */
export type RecordAnswer = (tx: Tx) => Promise<void>;
export type Judged =
  | { kind: 'again'; delayMs: number; error: string }
  | { kind: 'ended'; state: 'DONE' | 'FAILED' | 'UNKNOWN'; status: number; answer: unknown; error: string; record?: RecordAnswer };

/** Of a call that left, and whose worker was gone before the answer came. */
export const workerStopped = 'The worker that made the call has stopped.';

const delays = [1000, 5000, 25_000];
/** Whoever asks for more patience than this is asked no more. */
const longestDelayMs = 300_000;

/**
 * Whether a call is made again: one that never left, or was put off, three times; one that left only if it does no harm twice.
 * @param attempts tries so far, this one included
 */
export function judge(tried: Tried, { attempts, isSafe }: { attempts: number; isSafe: boolean }): Judged {
  const delayMs = delays[attempts - 1];
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
      const error = status < 400 ? '' : `The service answered ${status}.`;
      const isPutOff = status === 429 || status === 503;
      const waitMs = Math.max(delayMs ?? 0, (retryAfterSeconds ?? 0) * 1000);
      if (isPutOff && delayMs !== undefined && waitMs <= longestDelayMs) return { kind: 'again', delayMs: waitMs, error };
      return { kind: 'ended', state: status < 400 ? 'DONE' : 'FAILED', status, answer, error, ...(record ? { record } : {}) };
    }
  }
}
