import { boardRanges } from '@parley/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, daysBetween } from '#platform/zone/zone-days.ts';
import { daysOfRange } from './board.days.ts';

test('ranges of a tile around the end of a February and of a year', () => {
  const of = (today: string) => Object.fromEntries(boardRanges.map((range) => [range, Object.values(daysOfRange(range, today)).join(' ')]));
  expect(of('2028-03-01')).toEqual({
    today: '2028-03-01 2028-03-01',
    yesterday: '2028-02-29 2028-02-29',
    last7: '2028-02-24 2028-03-01',
    last30: '2028-02-01 2028-03-01',
    last90: '2027-12-03 2028-03-01',
    thisWeek: '2028-02-28 2028-03-01',
    lastWeek: '2028-02-21 2028-02-27',
    thisMonth: '2028-03-01 2028-03-01',
    lastMonth: '2028-02-01 2028-02-29',
  });
  expect(of('2027-01-01')).toMatchObject({ lastMonth: '2026-12-01 2026-12-31', thisWeek: '2026-12-28 2027-01-01' });
});

test('a range has whole days and none to come; weeks begin on Monday, months on the first', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 30_000 }), fc.constantFrom(...boardRanges), (count, range) => {
      const today = addDays('1990-01-01', count);
      const { first, last } = daysOfRange(range, today);
      expect(first <= last && last <= today).toBe(true);
      if (range.endsWith('Week')) expect(new Date(first).getUTCDay()).toBe(1);
      if (range === 'lastWeek') expect(daysBetween(first, last)).toBe(7);
      if (range.endsWith('Month')) expect(first.slice(8)).toBe('01');
      if (range === 'lastMonth') expect(addDays(last, 1).slice(8)).toBe('01');
    }),
    { numRuns: 2000 },
  );
});
