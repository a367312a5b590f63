import { expect, test } from 'vitest';
import { showSeconds } from './show-seconds.ts';

test('a length of time reads as a clock', () => {
  expect([0, 65, 7380, null].map(showSeconds)).toEqual(['0:00', '1:05', '2:03:00', '–']);
});
