import type { FailureClass, VendorError } from '@parley/contract';
import type { Capabilities, SendResult } from '@parley/vendors';

/** What follows from an attempt (channels.md 5): only temporary classes are tried again, and never what a vendor may already have. */
export type Verdict =
  | { kind: 'sent'; vendorMessageId: string }
  | { kind: 'failed'; error: VendorError }
  | { kind: 'unknown'; error: VendorError }
  /** `pauseSeconds`: the whole channel waits as well */
  | { kind: 'again'; error: VendorError; afterSeconds: number; pauseSeconds: number };

const waits = [5, 30, 120, 600]; // seconds before the second, third … attempt
const mostRateLimited = 20;
const pairLimitCode = '131056';
/** One recipient's limit of WhatsApp: nobody else has to wait for it. */
const pairWaitSeconds = 60;
const growing = (attempt: number) => Math.min(2 ** attempt, 300);

/** @param attempt from 1 */
export function judge(result: SendResult, attempt: number, { dedupes }: Pick<Capabilities, 'dedupes'>): Verdict {
  if (result.kind === 'accepted') return { kind: 'sent', vendorMessageId: result.vendorMessageId };
  const { error } = result;
  const wait = waits[attempt - 1];
  if (result.kind === 'unknown') {
    // The vendor refuses a repeated id, so another attempt cannot send the message twice.
    if (dedupes && wait !== undefined) return { kind: 'again', error, afterSeconds: wait, pauseSeconds: 0 };
    return { kind: 'unknown', error };
  }
  if (error.class === 'RATE_LIMITED' && attempt < mostRateLimited) {
    if (error.vendorCode === pairLimitCode) return { kind: 'again', error, afterSeconds: pairWaitSeconds, pauseSeconds: 0 };
    const seconds = error.retryAfterSeconds ?? growing(attempt);
    return { kind: 'again', error, afterSeconds: seconds, pauseSeconds: seconds };
  }
  if (error.class === 'TRANSIENT' && wait !== undefined)
    return { kind: 'again', error, afterSeconds: error.retryAfterSeconds ?? wait, pauseSeconds: 0 };
  return { kind: 'failed', error };
}

const stopping: readonly FailureClass[] = ['AUTH', 'CONFIG', 'ACCOUNT'];
/** Ten of these failures in a row stop the channel, so that the rest of the audience is not lost. */
export const stopsChannel = (error: VendorError): boolean => stopping.includes(error.class);
export const failuresThatStop = 10;
