import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nextDigest } from './digest.rules.ts';

const next = (hour: number, zone: string, now: string) => nextDigest(hour, zone, new Date(now)).toISOString();

test.each([
  ['later today', 9, 'Asia/Kolkata', '2026-03-01T00:00:00Z', '2026-03-01T03:30:00.000Z'],
  ['tomorrow', 9, 'Asia/Kolkata', '2026-03-01T03:30:00Z', '2026-03-02T03:30:00.000Z'],
  ['midnight', 0, 'America/New_York', '2026-01-10T12:00:00Z', '2026-01-11T05:00:00.000Z'],
  ['over the change to summer', 9, 'Europe/Berlin', '2026-03-28T12:00:00Z', '2026-03-29T07:00:00.000Z'],
  ['over the change to winter', 9, 'Europe/Berlin', '2026-10-24T12:00:00Z', '2026-10-25T08:00:00.000Z'],
  ['an hour that is skipped', 2, 'Europe/Berlin', '2026-03-28T12:00:00Z', '2026-03-29T01:00:00.000Z'],
  ['an hour that comes twice', 2, 'Europe/Berlin', '2026-10-24T12:00:00Z', '2026-10-25T00:00:00.000Z'],
  ['a zone that nobody knows', 5, 'Mars/Olympus', '2026-03-01T00:00:00Z', '2026-03-01T05:00:00.000Z'],
  ['no zone', 5, '', '2026-03-01T00:00:00Z', '2026-03-01T05:00:00.000Z'],
])('the next one: %s', (_name, hour, zone, now, expected) => {
  expect(next(hour, zone, now)).toBe(expected);
});

test('it is always ahead, and within two days', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 23 }),
      fc.constantFrom('Asia/Kolkata', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Pacific/Apia', 'UTC'),
      fc.date({ min: new Date('2024-01-01'), max: new Date('2030-01-01'), noInvalidDate: true }),
      (hour, zone, now) => {
        const wait = nextDigest(hour, zone, now).getTime() - now.getTime();
        expect(wait).toBeGreaterThan(0);
        expect(wait).toBeLessThanOrEqual(26 * 3_600_000);
      },
    ),
  );
});
