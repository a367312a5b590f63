import { expect, test } from 'vitest';
import { expectedMinutes, fewestWaits } from './presence.ts';

test.each([
  [{ count: fewestWaits - 1, third: 60, longest: 0 }, null],
  [{ count: fewestWaits, third: 200, longest: 0 }, 4],
  [{ count: fewestWaits, third: 20, longest: 0 }, 1],
  // Somebody waits longer at this moment than three of four have.
  [{ count: fewestWaits, third: 60, longest: 601 }, 11],
  [{ count: 0, third: null, longest: 900 }, null],
])('the wait of %o is said as %s minutes', (waits, minutes) => {
  expect(expectedMinutes(waits)).toBe(minutes);
});
