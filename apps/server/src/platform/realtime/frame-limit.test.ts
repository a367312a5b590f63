import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFrameLimit } from './frame-limit.ts';

test('a burst passes, what follows is refused until time has passed', () => {
  let now = 0;
  const limit = createFrameLimit({ perSecond: 2, burst: 5 }, () => now);
  const take = (count: number) => Array.from({ length: count }, () => limit.allows());
  expect(take(7)).toEqual([true, true, true, true, true, false, false]);
  now += 499;
  expect(take(1)).toEqual([false]);
  now += 1;
  expect(take(2)).toEqual([true, false]);
  now += 3_600_000;
  expect(take(6)).toEqual([true, true, true, true, true, false]);
});

test('no span passes more than the burst and what the span allows', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 50 }),
      fc.integer({ min: 1, max: 100 }),
      fc.array(fc.nat(200), { maxLength: 300 }),
      (perSecond, burst, gaps) => {
        let now = 0;
        const limit = createFrameLimit({ perSecond, burst }, () => now);
        let passed = 0;
        for (const gap of gaps) {
          now += gap;
          if (limit.allows()) passed += 1;
          expect(passed).toBeLessThanOrEqual(burst + (now / 1000) * perSecond + 1e-6);
        }
      },
    ),
  );
});

test('a client that stays below the rate is never refused', () => {
  let now = 0;
  const limit = createFrameLimit({ perSecond: 20, burst: 1 }, () => now);
  for (let count = 0; count < 1000; count += 1) {
    now += 51;
    expect(limit.allows()).toBe(true);
  }
});
