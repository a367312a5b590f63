import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newcombe, type Share, shareOf, wilson } from './interval.ts';

const rounded = (...values: number[]) => values.map((value) => Number(value.toFixed(4)));

test('screens 3.4 the interval of a share is that of the published examples (Newcombe 1998, 17:857, method 3)', () => {
  const published: [number, number, number, number][] = [
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ];
  for (const [count, of, low, high] of published) {
    const found = wilson({ count, of });
    expect(rounded(found.low, found.high)).toEqual([low, high]);
  }
  expect(wilson({ count: 0, of: 0 })).toEqual({ low: 0, high: 1 });
});

test('screens 3.4 the interval of a difference is that of the published examples (Newcombe 1998, 17:873, method 10)', () => {
  const published: [number, number, number, number, number, number][] = [
    [56, 70, 48, 80, 0.0524, 0.3339],
    [9, 10, 3, 10, 0.1705, 0.809],
    [6, 7, 2, 7, 0.0582, 0.8062],
    [5, 56, 0, 29, -0.0381, 0.1926],
    [0, 10, 0, 20, -0.1611, 0.2775],
    [0, 10, 0, 10, -0.2775, 0.2775],
    [10, 10, 0, 20, 0.6791, 1],
    [10, 10, 0, 10, 0.6075, 1],
  ];
  for (const [count, of, otherCount, otherOf, low, high] of published) {
    const found = newcombe({ count, of }, { count: otherCount, of: otherOf });
    expect(rounded(found.low, found.high)).toEqual([low, high]);
  }
});

const shares = fc.nat(5000).chain((of) => fc.nat(of).map((count): Share => ({ count, of })));

test('screens 3.4 an interval holds its share, lies between 0 and 1, mirrors, and grows narrower with more people', () => {
  fc.assert(
    fc.property(shares, shares, (one, other) => {
      const { low, high } = wilson(one);
      expect(0 <= low && low <= shareOf(one) + 1e-12 && shareOf(one) <= high + 1e-12 && high <= 1).toBe(true);
      const mirrored = wilson({ count: one.of - one.count, of: one.of });
      expect([1 - mirrored.high, 1 - mirrored.low].map((end, at) => Math.abs(end - ([low, high][at] as number)) < 1e-9)).toEqual([
        true,
        true,
      ]);
      if (one.of > 0) {
        const more = wilson({ count: one.count * 4, of: one.of * 4 });
        expect(more.high - more.low).toBeLessThan(high - low);
      }
      const [there, back] = [newcombe(one, other), newcombe(other, one)];
      expect(there.low).toBeCloseTo(-back.high, 12);
      expect(-1 - 1e-12 <= there.low && there.low <= there.share && there.share <= there.high && there.high <= 1 + 1e-12).toBe(true);
    }),
    { numRuns: 500 },
  );
});
