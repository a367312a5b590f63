import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { nextAttemptMs } from './webhook.rules.ts';
import { makeWebhookSecret, signatureHeaders } from './webhook.sign.ts';

test('screens 2.4 a failed delivery is tried again after 1, 5, 30 minutes, 2 and 12 hours, and then no more', () => {
  const now = new Date('2024-03-01T10:00:00Z');
  const minutes = (attempts: number, chance = 0, after = '') => (nextAttemptMs(attempts, after, now, chance) ?? Number.NaN) / 60_000;
  expect([1, 2, 3, 4, 5, 6].map((attempts) => minutes(attempts))).toEqual([1, 5, 30, 120, 720, Number.NaN]);
  expect(minutes(2, 1)).toBeCloseTo(5.5);
  // An answer may ask for more time, up to an hour, and never for less.
  expect(minutes(1, 0, '600')).toBe(10);
  expect(minutes(1, 0, '7200')).toBe(60);
  expect(minutes(1, 0, 'Fri, 01 Mar 2024 10:20:00 GMT')).toBe(20);
  expect([minutes(3, 0, '10'), minutes(1, 0, 'soon'), minutes(1, 0, '-5')]).toEqual([30, 1, 1]);
});

test('screens 2.4 the signature is that of Standard Webhooks, and beside it the HMAC of the very bytes', () => {
  const [secret, former] = [makeWebhookSecret(), makeWebhookSecret()];
  const body = '{"type":"chat.message","data":{"text":"नमस्ते €"}}';
  const headers = signatureHeaders('0190a1b2', new Date(), body, [secret, former]);
  for (const known of [secret, former]) expect(new Webhook(known).verify(body, headers)).toEqual(JSON.parse(body));
  expect(() => new Webhook(makeWebhookSecret()).verify(body, headers)).toThrow();
  expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow();
  expect(headers['x-signature']).toBe(`sha256=${createHmac('sha256', secret).update(body, 'utf8').digest('hex')}`);
  expect(headers['x-timestamp']).toBe(headers['webhook-timestamp']);
});
