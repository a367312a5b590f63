import fc from 'fast-check';
import { expect, test } from 'vitest';
import { roundParts, showChange, showSize } from './show-change.ts';

test('changes are shown with their sign, in their unit', () => {
  expect([
    ...[showChange('ms', 100_000), showChange('ms', -59_600), showChange('ms', 300)],
    ...[showChange('share', -0.125), showChange('stars', 0.256), showChange('chats', 3), showSize('chats', -3)],
  ]).toEqual(['+1:40', '−1:00', '0:00', '−12.5', '+0.26', '+3', '3']);
});

test('shown parts add up to the shown whole, and none is further from its own than a step', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 8 }), (parts) => {
      const whole = parts.reduce((sum, one) => sum + one, 0);
      const shown = roundParts('ms', parts, whole);
      expect(shown.reduce((sum, one) => sum + one, 0)).toBe(Math.round(whole / 1000) * 1000 + 0);
      for (const [place, one] of shown.entries()) expect(Math.abs(one - (parts[place] ?? 0))).toBeLessThanOrEqual(1000);
    }),
  );
});
