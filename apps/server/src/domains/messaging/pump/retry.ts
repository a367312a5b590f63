import type { FailureClass, VendorError } from '@parley/contract';
import { type Capabilities, type SendResult, templateStatusOf } from '@parley/vendors';

/**
 * The consequence of an attempt (channels.md 5): only temporary classes are tried again, and never a message that the vendor may already
 * have.
 */
export type Verdict =
  | { kind: 'sent'; vendorMessageId: string }
  | { kind: 'failed'; error: VendorError }
  | { kind: 'unknown'; error: VendorError }
  /** `isTooFast`: the channel slows down. `pauseSeconds`: the vendor has said how long the whole channel waits */
  | {
      kind: 'again';
      error: VendorError;
      afterSeconds: number;
      pauseSeconds: number;
      isTooFast?: true;
      templateStatus?: 'PAUSED' | 'DISABLED';
    };

const waits = [5, 30, 120, 600]; // seconds before the second, third … attempt
const mostRateLimited = 20;
const pairLimitCode = '131056';
/** One recipient's limit of WhatsApp: nobody else has to wait for it. */
const pairWaitSeconds = 60;
/** A message that came too fast waits by itself, and holds up nobody. */
const growing = (attempt: number) => Math.min(2 ** attempt, 30);

/** @param attempt from 1 */
export function verdictOf(result: SendResult, attempt: number, { dedupes }: Pick<Capabilities, 'dedupes'>): Verdict {
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
    const { retryAfterSeconds = 0 } = error;
    return { kind: 'again', error, afterSeconds: retryAfterSeconds || growing(attempt), pauseSeconds: retryAfterSeconds, isTooFast: true };
  }
  if (error.class === 'TRANSIENT' && wait !== undefined)
    return { kind: 'again', error, afterSeconds: error.retryAfterSeconds ?? wait, pauseSeconds: 0 };
  return { kind: 'failed', error };
}

/** Seconds until a message whose template may not be sent is looked at again: its run is held long before. */
export const templateWaitSeconds = 5;

/** Lets a message wait if the vendor has stopped its template, and notes that the template is down: an audience is not used up by it. */
export function waitForTemplate(verdict: Verdict): Verdict {
  const templateStatus = verdict.kind === 'failed' ? templateStatusOf(verdict.error) : undefined;
  if (verdict.kind !== 'failed' || templateStatus === undefined) return verdict;
  return { kind: 'again', error: verdict.error, afterSeconds: templateWaitSeconds, pauseSeconds: 0, templateStatus };
}

const stopping: readonly FailureClass[] = ['AUTH', 'CONFIG', 'ACCOUNT'];
/** Ten of these failures in a row stop the channel, so that the rest of the audience is not lost. */
export const stopsChannel = (error: VendorError): boolean => stopping.includes(error.class);
export const failuresThatStop = 10;
