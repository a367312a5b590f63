import type { JourneySchedule } from '@parley/contract';
import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { latestDue, nextDue } from './due.ts';

const schedule = (more: Partial<JourneySchedule>): JourneySchedule => ({ repeat: 'daily', time: '09:00', timeZone: '', ...more });
const shown = (at: number | null) => (at === null ? null : new Date(at).toISOString());
/** The next times behind an instant, one behind the other. */
function times(one: JourneySchedule, after: string, zone: string, count: number): (string | null)[] {
  const found: (string | null)[] = [];
  for (let at: number | null = Date.parse(after); at !== null && found.length < count; ) {
    at = nextDue(one, at, zone);
    found.push(shown(at));
  }
  return found;
}

test('the clock of the zone decides, and the moment itself is not behind itself', () => {
  const daily = schedule({});
  expect(times(daily, '2026-03-01T03:29:59Z', 'Asia/Kolkata', 2)).toEqual(['2026-03-01T03:30:00.000Z', '2026-03-02T03:30:00.000Z']);
  expect(times(daily, '2026-03-01T03:30:00Z', 'Asia/Kolkata', 1)).toEqual(['2026-03-02T03:30:00.000Z']);
  // It is the 2nd in Auckland already.
  expect(times(daily, '2026-03-01T21:00:00Z', 'Pacific/Auckland', 1)).toEqual(['2026-03-02T20:00:00.000Z']);
});

test('a time that the clock skips is as much later as it jumps, one that it has twice is the first', () => {
  const zone = 'Europe/Berlin';
  expect(times(schedule({ time: '02:30' }), '2026-03-27T12:00:00Z', zone, 3)).toEqual([
    '2026-03-28T01:30:00.000Z',
    '2026-03-29T01:30:00.000Z',
    '2026-03-30T00:30:00.000Z',
  ]);
  expect(times(schedule({ time: '02:30' }), '2026-10-24T12:00:00Z', zone, 2)).toEqual([
    '2026-10-25T00:30:00.000Z',
    '2026-10-26T01:30:00.000Z',
  ]);
  // Samoa had no 30 December 2011.
  expect(times(schedule({}), '2011-12-29T12:00:00Z', 'Pacific/Apia', 2)).toEqual(['2011-12-29T19:00:00.000Z', '2011-12-30T19:00:00.000Z']);
});

test('chosen weekdays, a day of the month or the last one, and once', () => {
  expect(times(schedule({ repeat: 'weekly', weekdays: [1, 5] }), '2026-03-02T09:00:00Z', 'UTC', 3)).toEqual([
    '2026-03-06T09:00:00.000Z',
    '2026-03-09T09:00:00.000Z',
    '2026-03-13T09:00:00.000Z',
  ]);
  expect(times(schedule({ repeat: 'weekly', weekdays: [1] }), '2026-03-02T09:00:00Z', 'UTC', 1)).toEqual(['2026-03-09T09:00:00.000Z']);
  expect(times(schedule({ repeat: 'monthly', day: 31 }), '2026-01-31T09:00:00Z', 'UTC', 3)).toEqual([
    '2026-02-28T09:00:00.000Z',
    '2026-03-31T09:00:00.000Z',
    '2026-04-30T09:00:00.000Z',
  ]);
  expect(times(schedule({ repeat: 'once', date: '2026-03-05' }), '2026-03-01T00:00:00Z', 'Asia/Kolkata', 2)).toEqual([
    '2026-03-05T03:30:00.000Z',
    null,
  ]);
});

test('the last of the missed times counts', () => {
  const known = Date.parse('2026-03-01T09:00:00Z');
  const latest = (now: string) => shown(latestDue(schedule({}), known, Date.parse(now), 'UTC'));
  expect(latest('2026-03-01T09:00:00Z')).toBe('2026-03-01T09:00:00.000Z');
  expect(latest('2026-03-04T08:59:59Z')).toBe('2026-03-03T09:00:00.000Z');
  expect(latest('2026-03-04T09:00:00Z')).toBe('2026-03-04T09:00:00.000Z');
  expect(shown(latestDue(schedule({ repeat: 'once', date: '2026-03-01' }), known, known + 90_000_000, 'UTC'))).toBe(
    '2026-03-01T09:00:00.000Z',
  );
});

test('a schedule that comes round is due again within its round, at its time of the clock on one of its days', () => {
  const zones = fc.constantFrom('UTC', 'Asia/Kolkata', 'Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe', 'Pacific/Chatham');
  const time = fc
    .tuple(fc.nat(23), fc.nat(59))
    .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`);
  const any = fc.oneof(
    fc.record({ repeat: fc.constant('daily' as const), time, timeZone: fc.constant('') }),
    fc.record({
      repeat: fc.constant('weekly' as const),
      time,
      timeZone: fc.constant(''),
      weekdays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
    }),
    fc.record({ repeat: fc.constant('monthly' as const), time, timeZone: fc.constant(''), day: fc.integer({ min: 1, max: 31 }) }),
  );
  const after = fc.integer({ min: Date.UTC(2024, 0), max: Date.UTC(2030, 0) });
  const round = { daily: 1, weekly: 7, monthly: 31 };
  fc.assert(
    fc.property(any, after, zones, (one, from, zone) => {
      const at = nextDue(one, from, zone);
      if (at === null) throw new Error('It is due no more.');
      expect(at).toBeGreaterThan(from);
      expect(at - from).toBeLessThanOrEqual((round[one.repeat] * 24 + 3) * 3_600_000);
      const date = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);
      if ('weekdays' in one) expect(one.weekdays).toContain(date.dayOfWeek);
      if ('day' in one) expect(date.day).toBe(Math.min(one.day, date.daysInMonth));
    }),
  );
});
