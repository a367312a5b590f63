import { expect, test } from 'vitest';
import { sayDuration } from './duration.ts';

test('FORMAT-010 FORMAT-011 a duration is said in hours, minutes and seconds, without the zeros before them', () => {
  const say = ((unit: string, { count }: { count: number }) => `${count} ${unit}`) as Parameters<typeof sayDuration>[0];
  expect([0, 59, 60, 245, 3600, 3605, 90_061].map((seconds) => sayDuration(say, seconds))).toEqual([
    '0 seconds',
    '59 seconds',
    '1 minutes 0 seconds',
    '4 minutes 5 seconds',
    '1 hours 0 minutes 0 seconds',
    '1 hours 0 minutes 5 seconds',
    '25 hours 1 minutes 1 seconds',
  ]);
});
