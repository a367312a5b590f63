import { showExported } from '@parley/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseWallTime } from './wall-time.ts';

test('WIDGET-002 year/month/day hour:minute:second with optional milliseconds', () => {
  expect(parseWallTime('2024/01/05 15:30:09', 'UTC')?.toISOString()).toBe('2024-01-05T15:30:09.000Z');
  expect(parseWallTime('2024/1/5 5:30:09.25', 'UTC')?.toISOString()).toBe('2024-01-05T05:30:09.250Z');
});

test('WIDGET-002 other forms and moments that do not exist are refused', () => {
  for (const text of [
    '2024-01-05 15:30:09',
    '2024/01/05',
    '2024/01/05 15:30',
    '2024/02/30 10:00:00',
    '2024/13/01 10:00:00',
    '2024/01/05 24:00:00',
    '2024/01/05 3:30:09 PM',
    '',
  ]) {
    expect(parseWallTime(text, 'UTC'), text).toBeUndefined();
  }
});

test('a time that the clocks show twice is the first one, and a time that they skip is as much later', () => {
  expect(parseWallTime('2026/10/25 02:30:00', 'Europe/Berlin')?.toISOString()).toBe('2026-10-25T00:30:00.000Z');
  expect(parseWallTime('2026/11/01 01:30:00', 'America/Los_Angeles')?.toISOString()).toBe('2026-11-01T08:30:00.000Z');
  expect(parseWallTime('2026/03/29 02:30:00', 'Europe/Berlin')?.toISOString()).toBe('2026-03-29T01:30:00.000Z');
  expect(parseWallTime('2026/03/08 02:30:00', 'America/Los_Angeles')?.toISOString()).toBe('2026-03-08T10:30:00.000Z');
});

test('the text of an instant reads back as the instant, in any zone', () => {
  const zones = fc.constantFrom('UTC', 'Asia/Kolkata', 'America/St_Johns', 'Pacific/Auckland');
  // Whole seconds of months without a clock change, where a wall time names one instant only.
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 25 * 86_400 }), zones, (seconds, zone) => {
      const at = new Date(Date.UTC(2024, 0, 2) + seconds * 1000);
      return parseWallTime(showExported(at, zone).replaceAll('-', '/'), zone)?.getTime() === at.getTime();
    }),
  );
});
