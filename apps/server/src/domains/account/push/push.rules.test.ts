import { expect, test } from 'vitest';
import { subscribeBrowser } from '../../../../test/push-service.ts';
import { readRetryAfter, readSubscription, stepAfter } from './push.rules.ts';

const { subscription } = subscribeBrowser('https://push.example.com/one');
const read = (change: object, privateHosts: string[] = []) =>
  readSubscription(JSON.stringify({ ...subscription, ...change }), privateHosts);

test('SHELL-091 a token is what a browser has subscribed with, and nothing else of it is kept', () => {
  expect(read({ expirationTime: null })).toEqual(subscription);
  expect(read({ endpoint: 'http://127.0.0.1:9/x' }, ['127.0.0.1'])?.endpoint).toBe('http://127.0.0.1:9/x');
});

test.each([
  ['no JSON', () => readSubscription('push-1', [])],
  ['no keys', () => read({ keys: undefined })],
  ['no address', () => read({ endpoint: 'push' })],
  ['an address without https', () => read({ endpoint: 'http://push.example.com/one' })],
  ['a user in the address', () => read({ endpoint: 'https://me@push.example.com/one' })],
  ['another scheme', () => read({ endpoint: 'file:///etc/passwd' })],
  ['a point beside the curve', () => read({ keys: { ...subscription.keys, p256dh: Buffer.alloc(65, 4).toString('base64url') } })],
  ['no base64url', () => read({ keys: { ...subscription.keys, auth: '!!!!' } })],
  ['a short secret', () => read({ keys: { ...subscription.keys, auth: Buffer.alloc(15).toString('base64url') } })],
])('SHELL-091 refused: %s', (_name, attempt) => {
  expect(attempt()).toBeUndefined();
});

const now = new Date('2026-03-01T00:00:00Z');

test.each([
  [201, 1, '', { kind: 'done' }],
  [404, 1, '', { kind: 'gone' }],
  [410, 1, '', { kind: 'gone' }],
  [400, 1, '', { kind: 'dropped' }],
  [403, 1, '', { kind: 'dropped' }],
  [301, 1, '', { kind: 'dropped' }],
  [0, 1, '', { kind: 'again', afterMs: 30_000 }],
  [503, 2, '', { kind: 'again', afterMs: 120_000 }],
  [429, 1, '120', { kind: 'again', afterMs: 120_000 }],
  [429, 1, 'Sun, 01 Mar 2026 00:10:00 GMT', { kind: 'again', afterMs: 600_000 }],
  [429, 1, '999999', { kind: 'again', afterMs: 3_600_000 }],
  [503, 5, '10', { kind: 'dropped' }],
])('status %i, attempt %i, Retry-After %j', (status, attempts, retryAfter, step) => {
  expect(stepAfter(status, attempts, retryAfter, now)).toEqual(step);
});

test('a Retry-After that says nothing, or the past', () => {
  expect([readRetryAfter('soon', now), readRetryAfter('Sat, 28 Feb 2026 00:00:00 GMT', now)]).toEqual([undefined, 0]);
});
