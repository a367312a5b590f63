import { z } from '@parley/contract';
import { isPoint } from '#platform/push/aes128gcm.ts';

/** The kept fields of a browser's subscription (PushSubscription.toJSON); other fields are dropped. */
const Subscription = z.object({
  endpoint: z.url().max(2000),
  keys: z.object({ p256dh: z.string().max(200), auth: z.string().max(100) }),
});
export type Subscription = z.infer<typeof Subscription>;

const base64url = /^[\w-]+={0,2}$/;
const decode = (text: string): Buffer => (base64url.test(text) ? Buffer.from(text, 'base64url') : Buffer.of());
export const keysOf = ({ keys }: Subscription) => ({ p256dh: decode(keys.p256dh), auth: decode(keys.auth) });

/** @returns undefined where the text is no subscription, its point is none of the curve, or its address is none that may be written to */
export function readSubscription(token: string, privateHosts: readonly string[]): Subscription | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(token);
  } catch {
    return undefined;
  }
  const { data } = Subscription.safeParse(parsed);
  if (!data) return undefined;
  const url = new URL(data.endpoint);
  const isAllowed = url.protocol === 'https:' || (url.protocol === 'http:' && privateHosts.includes(url.hostname));
  if (!isAllowed || url.username || url.password) return undefined;
  const { p256dh, auth } = keysOf(data);
  return auth.length === 16 && isPoint(p256dh) ? { endpoint: url.href, keys: data.keys } : undefined;
}

/** Seconds that a service keeps a push for an absent browser; the list shows older ones. */
export const keptSeconds = 24 * 3600;
const mostAttempts = 5;
const firstWaitMs = 30_000;
const longestWaitMs = 3_600_000;

/** Seconds or a date, as RFC 9110 has it. @returns milliseconds; undefined where it says neither */
export function readRetryAfter(text: string, now: Date): number | undefined {
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now.getTime());
}

export type PushStep = { kind: 'done' } | { kind: 'gone' } | { kind: 'dropped' } | { kind: 'again'; afterMs: number };

/**
 * Decides the next step after an answer.
 * @param status 0: no answer
 * @param attempts made by now, this one included
 */
export function stepAfter(status: number, attempts: number, retryAfter: string, now: Date): PushStep {
  if (status >= 200 && status < 300) return { kind: 'done' };
  if (status === 404 || status === 410) return { kind: 'gone' };
  const mayPass = status === 0 || status === 429 || status >= 500;
  if (!mayPass || attempts >= mostAttempts) return { kind: 'dropped' };
  const asked = readRetryAfter(retryAfter, now) ?? firstWaitMs * 4 ** (attempts - 1);
  return { kind: 'again', afterMs: Math.min(longestWaitMs, asked) };
}
