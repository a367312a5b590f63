import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followDatabaseClock } from './clock.ts';

beforeEach(() => void vi.useFakeTimers({ now: 0 }));
afterEach(() => void vi.useRealTimers());

const hourMs = 3_600_000;
/** A database whose clock is right, and answers at once. */
const pool = { query: () => Promise.resolve({ rows: [{ at: Date.now() }] }) } as never;

function setUp(offMs: number) {
  const off = { ms: offMs };
  const told: number[] = [];
  const onError = (error: unknown) => expect.unreachable(String(error));
  const following = followDatabaseClock({ pool, machine: () => Date.now() + off.ms, onSkew: (ms) => told.push(ms), onError });
  return { off, told, following };
}

test.each([-hourMs, hourMs, 300])('journeys 8 a machine that is %i ms off has the time of the database, and tells once', async (offMs) => {
  const { told, following } = setUp(offMs);
  const { now, stop } = await following;
  expect(now().getTime()).toBe(Date.now());
  await vi.advanceTimersByTimeAsync(61_000);
  expect(now().getTime()).toBe(Date.now());
  expect(told).toEqual([-offMs]);
  await stop();
});

test('a machine that is off by less than can be measured is believed; one that is set is followed within a minute', async () => {
  const { off, told, following } = setUp(100);
  const { now, stop } = await following;
  expect(now().getTime()).toBe(Date.now() + 100);
  off.ms = -hourMs;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(now().getTime()).toBe(Date.now());
  off.ms = 0;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(now().getTime()).toBe(Date.now());
  expect(told).toEqual([hourMs, 0]);
  await stop();
});
