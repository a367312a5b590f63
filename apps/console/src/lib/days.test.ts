import { expect, test, vi } from 'vitest';
import { addDays, boundsOf, dayOf, today } from './days.ts';
import { setEnterpriseZone } from './format.ts';

test.each([
  ['Asia/Kolkata', '2026-11-28', '2026-11-27T18:30:00.000Z', '2026-11-28T18:29:59.999Z'],
  ['America/Los_Angeles', '2026-11-27', '2026-11-27T08:00:00.000Z', '2026-11-28T07:59:59.999Z'],
  ['Pacific/Kiritimati', '2026-11-28', '2026-11-27T10:00:00.000Z', '2026-11-28T09:59:59.999Z'],
])('today is the day of the enterprise, whatever the zone of the browser: %s', (zone, day, first, last) => {
  vi.useFakeTimers({ now: new Date('2026-11-27T19:00:00Z') });
  setEnterpriseZone(zone);
  expect(today()).toBe(day);
  expect(boundsOf({ start: day, end: day }, zone)).toEqual({ fromDate: first, toDate: last });
  // The day ends where the next begins.
  expect(dayOf(new Date(last), zone)).toBe(day);
  expect(dayOf(new Date(Date.parse(last) + 1), zone)).toBe(addDays(day, 1));
});

test('a day is as long as its clocks make it', () => {
  const lengthOf = (day: string, zone: string) => {
    const { fromDate, toDate } = boundsOf({ start: day, end: day }, zone);
    return (Date.parse(toDate) + 1 - Date.parse(fromDate)) / 3_600_000;
  };
  expect(['2026-03-08', '2026-03-09', '2026-11-01'].map((day) => lengthOf(day, 'America/Los_Angeles'))).toEqual([23, 24, 25]);
  // Here the clocks skip midnight, and there they show it twice.
  expect(boundsOf({ start: '2022-03-27', end: '' }, 'Asia/Beirut').fromDate).toBe('2022-03-26T22:00:00.000Z');
  expect(boundsOf({ start: '2031-11-02', end: '' }, 'America/Havana').fromDate).toBe('2031-11-02T04:00:00.000Z');
});

test('the last day that four digits can name has an end', () => {
  expect(boundsOf({ start: '', end: '9999-12-31' }, 'Asia/Kolkata').toDate).toBe('9999-12-30T18:29:59.999Z');
});
