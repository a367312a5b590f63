import { expect, test } from 'vitest';
import { addDays, forecast } from './forecast.rules.ts';

const today = '2026-11-20';
const days = (count: number, costOf: (day: string) => number) =>
  new Map(Array.from({ length: count }, (_, index) => addDays(today, -index)).map((day) => [day, costOf(day)]));

test('fewer than three whole days of data forecast nothing', () => {
  expect(forecast(new Map(), today, 100)).toEqual({ monthCost: null, daysLeft: null });
  expect(
    forecast(
      days(3, () => 10),
      today,
      100,
    ),
  ).toEqual({ monthCost: null, daysLeft: null });
});

test('each day to come costs what its weekday cost; of a weekday that was not seen the mean of all', () => {
  // Weekends cost nothing: 20 November 2026 is a Friday, and of the ten days to come six are working days.
  const working = (day: string) => ([0, 6].includes(new Date(day).getUTCDay()) ? 0 : 10);
  expect(forecast(days(29, working), today, 100)).toEqual({ monthCost: 15 * 10 + 6 * 10, daysLeft: 16 });
  expect(
    forecast(
      days(4, () => 12),
      today,
      0,
    ),
  ).toEqual({ monthCost: 4 * 12 + 10 * 12, daysLeft: 0 });
});

test('a balance that lasts longer than a year, or is not used at all, has no end', () => {
  expect(
    forecast(
      days(10, () => 1),
      today,
      1000,
    ).daysLeft,
  ).toBeNull();
  expect(forecast(new Map([[addDays(today, -20), 0]]), today, 5)).toEqual({ monthCost: 0, daysLeft: null });
});
