import { createHmac, timingSafeEqual } from 'node:crypto';
import { hundredth, type RechargeMismatch } from '@parley/contract';
import type { PaymentLink } from './gateway.ts';

export const toMinor = (amount: number): number => amount / hundredth;

/** Tells whether the gateway has signed this. It covers link, reference, status and payment, and no amount. */
export function isSigned(
  keySecret: string,
  { linkId, reference, status, paymentId }: { linkId: string; reference: string; status: string; paymentId: string },
  signature: string,
): boolean {
  const wanted = createHmac('sha256', keySecret).update(`${linkId}|${reference}|${status}|${paymentId}`).digest();
  const offered = /^[0-9a-f]{64}$/i.test(signature) ? Buffer.from(signature, 'hex') : Buffer.alloc(0);
  return offered.length === wanted.length && timingSafeEqual(offered, wanted);
}

export function isSignedHook(webhookSecret: string, body: Uint8Array, signature: string): boolean {
  const wanted = createHmac('sha256', webhookSecret).update(body).digest();
  const offered = /^[0-9a-f]{64}$/i.test(signature) ? Buffer.from(signature, 'hex') : Buffer.alloc(0);
  return offered.length === wanted.length && timingSafeEqual(offered, wanted);
}

export type Asked = { linkId: string; reference: string; amount: number; tax: number; currency: string };
export type Judged =
  | { state: 'pending' }
  | { state: 'expired' | 'cancelled' }
  | { state: 'paid'; paymentId: string }
  | { state: 'mismatch'; field: RechargeMismatch };

/**
 * Judges a payment link. The amount is not signed, so all requested values are compared with those that the gateway received.
 * @param claimed the payment that the browser named; '': none was
 */
export function judgeLink(asked: Asked, link: PaymentLink, claimed: string): Judged {
  const minor = toMinor(asked.amount + asked.tax);
  if (link.id !== asked.linkId) return { state: 'mismatch', field: 'link' };
  if (link.reference_id !== asked.reference) return { state: 'mismatch', field: 'reference' };
  if (link.currency !== asked.currency) return { state: 'mismatch', field: 'currency' };
  if (link.amount !== minor) return { state: 'mismatch', field: 'amount' };
  if (link.status === 'created' || link.status === 'partially_paid') return { state: 'pending' };
  if (link.status !== 'paid') return { state: link.status };
  if (link.amount_paid !== minor) return { state: 'mismatch', field: 'amount' };
  const captured = link.payments.filter(({ status }) => status === 'captured');
  const payment = captured.find(({ payment_id: id }) => claimed === '' || id === claimed);
  if (!payment || captured.length !== 1) return { state: 'mismatch', field: 'payment' };
  if (payment.amount !== minor) return { state: 'mismatch', field: 'amount' };
  return { state: 'paid', paymentId: payment.payment_id };
}

const minute = 60_000;
const day = 24 * 60 * minute;
const waits = [minute, 5 * minute, 15 * minute, 60 * minute, day, day, day];

/**
 * Returns the time of the next check at the gateway: after 1, 5, 15 and 60 minutes, then daily for three days.
 * @param checks number of checks so far
 */
export const nextCheck = (checks: number, now: Date): Date | null => {
  const wait = waits[checks];
  return wait === undefined ? null : new Date(now.getTime() + wait);
};
