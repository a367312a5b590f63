import { expect, test } from 'vitest';
import { toDashboardQuery, toPointLabel } from './dashboard-periods.ts';

const now = new Date('2024-03-15T10:20:00Z');

test('DASH-008 DASH-011 DASH-012 periods reach 30, 14, 6 and 0 days back, to midnight', () => {
  expect(toDashboardQuery('MONTH', now, 'UTC').fromDate).toBe('2024-02-14T00:00:00.000Z');
  expect(toDashboardQuery('HALF-MONTH', now, 'UTC').fromDate).toBe('2024-03-01T00:00:00.000Z');
  expect(toDashboardQuery('WEEK', now, 'UTC').fromDate).toBe('2024-03-09T00:00:00.000Z');
  expect(toDashboardQuery('DAY', now, 'UTC').fromDate).toBe('2024-03-15T00:00:00.000Z');
});

test('DASH-009 DASH-010 one day is told by hours, all others by days', () => {
  expect(toDashboardQuery('DAY', now, 'UTC').timeType).toBe('HOUR');
  for (const period of ['MONTH', 'HALF-MONTH', 'WEEK'] as const) expect(toDashboardQuery(period, now, 'UTC').timeType).toBe('DAY');
});

test('DASH-007 DASH-015 the offset goes in minutes, and days begin in the zone of the user', () => {
  const query = toDashboardQuery('DAY', now, 'Asia/Kolkata');
  expect(query.clientOffset).toBe(330);
  expect(query.fromDate).toBe('2024-03-14T18:30:00.000Z');
});

test('a date without a zone is the clock of the reader already', () => {
  expect(toPointLabel('2024-03-15', 'DAY', 'America/Los_Angeles')).toBe('15 Mar');
  expect(toPointLabel('2024-03-15T00:00:00', 'DAY', 'America/Los_Angeles')).toBe('15 Mar');
  expect(toPointLabel('2024-03-15T09:00:00', 'HOUR', 'Asia/Kolkata')).toBe('09:00');
  expect(toPointLabel('2024-03-15T09:00:00Z', 'HOUR', 'UTC')).toBe('09:00');
  expect(toPointLabel('odd', 'DAY', 'UTC')).toBe('odd');
});
