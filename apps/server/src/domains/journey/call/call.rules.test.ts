import { expect, test } from 'vitest';
import { outcomeOfCall } from './call.rules.ts';

const lost = { kind: 'lost', error: 'gone', isFinal: false } as const;
const answered = (status: number, retryAfterSeconds: number | null = null) =>
  ({ kind: 'answered', status, answer: null, retryAfterSeconds }) as const;

test('a call that left is made again only if that is safe; one that did not leave, or was put off, three times', () => {
  expect(outcomeOfCall(lost, { attempts: 1, isSafe: false })).toMatchObject({ kind: 'ended', state: 'UNKNOWN' });
  expect(outcomeOfCall(lost, { attempts: 1, isSafe: true })).toMatchObject({ kind: 'again', delayMs: 1000 });
  expect(outcomeOfCall(lost, { attempts: 4, isSafe: true })).toMatchObject({ kind: 'ended', state: 'FAILED' });
  const notSent = { kind: 'notSent', error: 'refused', isFinal: false } as const;
  expect([1, 2, 3, 4].map((attempts) => outcomeOfCall(notSent, { attempts, isSafe: false }))).toMatchObject([
    { delayMs: 1000 },
    { delayMs: 5000 },
    { delayMs: 25_000 },
    { kind: 'ended', state: 'FAILED' },
  ]);
  expect(outcomeOfCall({ ...notSent, isFinal: true }, { attempts: 1, isSafe: true })).toMatchObject({ state: 'FAILED' });
  expect(outcomeOfCall(answered(429, 7), { attempts: 1, isSafe: false })).toMatchObject({ kind: 'again', delayMs: 7000 });
  expect(outcomeOfCall(answered(503, 3600), { attempts: 1, isSafe: false })).toMatchObject({ state: 'FAILED', status: 503 });
  expect(outcomeOfCall(answered(500), { attempts: 1, isSafe: true })).toMatchObject({ state: 'FAILED', status: 500 });
  expect(outcomeOfCall(answered(201), { attempts: 1, isSafe: false })).toMatchObject({ state: 'DONE', status: 201, error: '' });
});

test('a node says how often its call is made again and how far apart', () => {
  const notSent = { kind: 'notSent', error: 'refused', isFinal: false } as const;
  const pauses = (retries: { most: number; seconds: number; grows: boolean }) =>
    [1, 2, 3, 4, 5, 6].flatMap((attempts) => {
      const judged = outcomeOfCall(notSent, { attempts, isSafe: false, retries });
      return judged.kind === 'again' ? [judged.delayMs] : [];
    });
  expect(pauses({ most: 0, seconds: 1, grows: true })).toEqual([]);
  expect(pauses({ most: 2, seconds: 7, grows: false })).toEqual([7000, 7000]);
  // No pause is longer than what a service may ask for.
  expect(pauses({ most: 5, seconds: 20, grows: true })).toEqual([20_000, 100_000, 300_000, 300_000, 300_000]);
  const five = { most: 5, seconds: 1, grows: false };
  expect(outcomeOfCall(lost, { attempts: 1, isSafe: false, retries: five })).toMatchObject({ kind: 'ended', state: 'UNKNOWN' });
  expect(outcomeOfCall(lost, { attempts: 5, isSafe: true, retries: five })).toMatchObject({ kind: 'again' });
  expect(outcomeOfCall(answered(429, 7), { attempts: 5, isSafe: false, retries: five })).toMatchObject({ kind: 'again', delayMs: 7000 });
  expect(outcomeOfCall(answered(429, 7), { attempts: 6, isSafe: false, retries: five })).toMatchObject({ state: 'FAILED', status: 429 });
});
