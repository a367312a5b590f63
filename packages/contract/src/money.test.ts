import fc from 'fast-check';
import { expect, test } from 'vitest';
import { showAmount } from './format/money.ts';
import { Amount } from './money.ts';

test('FORMAT-008 amounts are rounded once, from their millionths', () => {
  expect([showAmount(863_100, 3), showAmount(863_100, 2), showAmount(863_100, 6)]).toEqual(['0.863', '0.86', '0.863100']);
  // 1.005 has no binary fraction: what is rounded is the integer.
  expect([showAmount(1_005_000, 2), showAmount(-1_005_000, 2), showAmount(-1, 2)]).toEqual(['1.01', '-1.01', '0.00']);
});

test('six decimals lose nothing', () => {
  fc.assert(
    fc.property(fc.integer({ min: -9_000_000_000_000, max: 9_000_000_000_000 }), (amount) => {
      const [whole = '', part = ''] = showAmount(amount, 6).replace('-', '').split('.');
      expect(BigInt(whole + part)).toBe(BigInt(Math.abs(amount)));
    }),
  );
});

test('an amount that no number holds exactly is refused', () => {
  expect([2 ** 53, 0.5, Number.NaN].map((amount) => Amount.safeParse(amount).success)).toEqual([false, false, false]);
  expect(Amount.parse(2 ** 53 - 1)).toBe(9_007_199_254_740_991);
});
