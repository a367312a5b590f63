import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, dayOf, daysBetween, spanOf, startOfDay } from './zone-days.ts';

test('a day begins at midnight, and where the clocks skip midnight with the hour that follows', () => {
  expect(startOfDay('2031-03-30', 'Europe/Berlin').toISOString()).toBe('2031-03-29T23:00:00.000Z');
  expect(startOfDay('2031-03-31', 'Europe/Berlin').toISOString()).toBe('2031-03-30T22:00:00.000Z');
  // The clocks in Beirut and, until 2018, in Sao Paulo went from midnight to one o'clock.
  expect(startOfDay('2022-03-27', 'Asia/Beirut').toISOString()).toBe('2022-03-26T22:00:00.000Z');
  expect(startOfDay('2018-11-04', 'America/Sao_Paulo').toISOString()).toBe('2018-11-04T03:00:00.000Z');
  // Havana's clocks show midnight twice.
  expect(startOfDay('2031-11-02', 'America/Havana').toISOString()).toBe('2031-11-02T04:00:00.000Z');
});

test('the first instant of a day lies in it, and the one before does not, in any zone', () => {
  const zones = [
    'Asia/Kolkata',
    'Europe/Berlin',
    'America/Sao_Paulo',
    'Asia/Beirut',
    'Africa/Cairo',
    'Australia/Lord_Howe',
    'America/St_Johns',
  ];
  fc.assert(
    fc.property(fc.constantFrom(...zones), fc.integer({ min: 0, max: 20_000 }), (zone, count) => {
      const day = addDays('1990-01-01', count);
      const first = startOfDay(day, zone);
      expect([dayOf(first, zone), dayOf(new Date(first.getTime() - 1), zone)]).toEqual([day, addDays(day, -1)]);
      expect(daysBetween('1990-01-01', day)).toBe(count + 1);
    }),
    { numRuns: 200 },
  );
});

test('the days of a filter are whole, also where the clocks change, and open where no day is named', () => {
  const spans = (zone: string) => spanOf({ fromDate: '2026-03-08', toDate: '2026-03-08' }, zone);
  expect(spans('America/Los_Angeles')).toEqual({ from: new Date('2026-03-08T08:00:00Z'), until: new Date('2026-03-09T07:00:00Z') });
  expect(spans('Asia/Kolkata')).toEqual({ from: new Date('2026-03-07T18:30:00Z'), until: new Date('2026-03-08T18:30:00Z') });
  expect(spans('Pacific/Kiritimati')).toEqual({ from: new Date('2026-03-07T10:00:00Z'), until: new Date('2026-03-08T10:00:00Z') });
  expect(spanOf({ fromDate: '', toDate: '' }, 'UTC')).toEqual({ from: undefined, until: undefined });
});

test('the first and the last day that four digits can name are instants too', () => {
  for (const zone of ['Asia/Kolkata', 'America/Los_Angeles', 'Pacific/Kiritimati'])
    for (const day of ['0001-01-01', '9999-12-31'])
      expect(Object.values(spanOf({ fromDate: day, toDate: day }, zone)).map((at) => Number.isNaN(at?.getTime()))).toEqual([false, false]);
});
