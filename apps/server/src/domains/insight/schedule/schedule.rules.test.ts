import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readLocal, toLocal } from '#platform/zone/local-time.ts';
import { addDays, dayOf } from '#platform/zone/zone-days.ts';
import { isDay, lastDue, momentOf, nextDue, type Rhythm } from './schedule.rules.ts';

const daily = (atTime: string): Rhythm => ({ rhythm: 'daily', weekday: 1, monthDay: 1, atTime });
const monthly = (monthDay: number): Rhythm => ({ rhythm: 'monthly', weekday: 1, monthDay, atTime: '08:00' });

test.each([
  // Clocks go from 02:00 to 03:00, and back from 03:00 to 02:00.
  ['2026-03-29', '02:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
  ['2026-10-25', '02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
  ['2026-10-04', '02:15', 'Australia/Lord_Howe', '2026-10-03T15:45:00.000Z'],
  ['2022-03-27', '00:00', 'Asia/Beirut', '2022-03-26T22:00:00.000Z'],
  ['2026-11-30', '08:00', 'Asia/Kolkata', '2026-11-30T02:30:00.000Z'],
])('the time of %s at %s in %s is %s: a skipped one comes after the jump, and the first one of two counts', (day, time, zone, at) => {
  expect(momentOf(day, time, zone).toISOString()).toBe(at);
});

test('the 31st is the last day of a shorter month', () => {
  const days: string[] = [];
  for (let at = new Date('2028-01-01T00:00:00Z'); days.length < 5; ) {
    at = nextDue(monthly(31), 'UTC', at);
    days.push(dayOf(at, 'UTC'));
  }
  expect(days).toEqual(['2028-01-31', '2028-02-29', '2028-03-31', '2028-04-30', '2028-05-31']);
});

test('a weekly one comes on its weekday', () => {
  const friday: Rhythm = { rhythm: 'weekly', weekday: 5, monthDay: 1, atTime: '17:00' };
  expect(nextDue(friday, 'Asia/Kolkata', new Date('2026-11-30T00:00:00Z')).toISOString()).toBe('2026-12-04T11:30:00.000Z');
});

const zones = [
  'UTC',
  'Asia/Kolkata',
  'Europe/Berlin',
  'America/St_Johns',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
  'Asia/Beirut',
  'America/Havana',
];
const clock = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'));
const rhythms = fc.record<Rhythm>({
  rhythm: fc.constantFrom('daily', 'weekly', 'monthly'),
  weekday: fc.integer({ min: 1, max: 7 }),
  monthDay: fc.integer({ min: 1, max: 31 }),
  atTime: clock,
});
const moments = fc.date({ min: new Date('2015-01-01'), max: new Date('2035-01-01'), noInvalidDate: true });

test('the next time is later, the last one is not, and between them there is none', () => {
  fc.assert(
    fc.property(rhythms, fc.constantFrom(...zones), moments, (rhythm, zone, now) => {
      const [last, next] = [lastDue(rhythm, zone, now), nextDue(rhythm, zone, now)];
      expect(last <= now && next > now).toBe(true);
      expect(nextDue(rhythm, zone, last)).toEqual(next);
      expect(lastDue(rhythm, zone, new Date(next.getTime() - 1))).toEqual(last);
    }),
    { numRuns: 1000 },
  );
});

test('a time shows its clock on a day of the rhythm, unless the clocks skip it', () => {
  fc.assert(
    fc.property(rhythms, fc.constantFrom(...zones), moments, (rhythm, zone, now) => {
      const shown = toLocal(nextDue(rhythm, zone, now), zone);
      const isShown = shown.slice(11, 16) === rhythm.atTime;
      const days = [shown.slice(0, 10), addDays(shown.slice(0, 10), -1)];
      const isSkipped = days.some((day) => isDay(rhythm, day) && readLocal(`${day}T${rhythm.atTime}`, zone) === undefined);
      expect(isShown ? isDay(rhythm, shown.slice(0, 10)) : isSkipped).toBe(true);
    }),
    { numRuns: 1000 },
  );
});

test('a daily one comes once on every day', () => {
  fc.assert(
    fc.property(clock, fc.constantFrom(...zones), moments, (atTime, zone, now) => {
      let at = now;
      const days = Array.from({ length: 40 }, () => {
        at = nextDue(daily(atTime), zone, at);
        return at.getTime();
      });
      for (const [place, time] of days.entries())
        if (place > 0) expect(Math.abs(time - (days[place - 1] ?? 0) - 86_400_000)).toBeLessThanOrEqual(2 * 3_600_000);
    }),
    { numRuns: 200 },
  );
});
