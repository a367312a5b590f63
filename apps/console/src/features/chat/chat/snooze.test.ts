import { expect, test } from 'vitest';
import { listSnoozes } from './snooze.ts';

const told = (now: string, zone: string) => listSnoozes(new Date(now), zone).map(({ snooze, at }) => `${snooze} ${at.toISOString()}`);

test('times to suspend a chat until are those of the enterprise, not of the browser', () => {
  // A Thursday in Kolkata, 12:00 there
  expect(told('2026-11-26T06:30:00Z', 'Asia/Kolkata')).toEqual([
    'inAnHour 2026-11-26T07:30:00.000Z',
    'thisEvening 2026-11-26T12:30:00.000Z',
    'tomorrow 2026-11-27T03:30:00.000Z',
    'nextMonday 2026-11-30T03:30:00.000Z',
  ]);
});

test('the evening that has come, and a Monday that is tomorrow, are left out', () => {
  expect(told('2026-11-29T17:30:00Z', 'UTC')).toEqual(['inAnHour 2026-11-29T18:30:00.000Z', 'tomorrow 2026-11-30T09:00:00.000Z']);
});

test('tomorrow morning stays nine where the clocks change in the night', () => {
  expect(told('2026-10-24T10:00:00Z', 'Europe/Berlin')[2]).toBe('tomorrow 2026-10-25T08:00:00.000Z');
});
