import type { Forecast } from '@parley/contract';

const dayMs = 24 * 3_600_000;
const leastDays = 3;
const farthestDays = 366;

export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
export const firstOfMonth = (day: string): string => `${day.slice(0, 7)}-01`;
export const addDays = (day: string, days: number): string => dayOf(new Date(Date.parse(day) + days * dayMs));
const weekdayOf = (day: string): number => new Date(day).getUTCDay();

const meanOf = (costs: readonly number[]): number => costs.reduce((sum, cost) => sum + cost, 0) / costs.length;

/**
 * Forecasts the month's cost at its end: its cost so far, and for each day to come the cost of its weekday in the 28 days before today.
 * @param costs by day ('2026-11-21', UTC), days without any left out; today's and the month's are among them
 */
export function forecast(costs: ReadonlyMap<string, number>, today: string, available: number): Forecast {
  const known = [...costs.keys()].filter((day) => day >= addDays(today, -28) && day < today).sort();
  const [first] = known;
  const days = first === undefined ? 0 : (Date.parse(today) - Date.parse(first)) / dayMs;
  if (days < leastDays || first === undefined) return { monthCost: null, daysLeft: null };
  const byWeekday = new Map<number, number[]>();
  for (let day = first; day < today; day = addDays(day, 1)) {
    const weekday = weekdayOf(day);
    byWeekday.set(weekday, [...(byWeekday.get(weekday) ?? []), costs.get(day) ?? 0]);
  }
  const overall = meanOf([...byWeekday.values()].flat());
  const expected = (day: string) => {
    const known = byWeekday.get(weekdayOf(day));
    return known ? meanOf(known) : overall;
  };
  let monthCost = 0;
  for (const [day, cost] of costs) if (firstOfMonth(day) === firstOfMonth(today) && day <= today) monthCost += cost;
  for (let day = addDays(today, 1); firstOfMonth(day) === firstOfMonth(today); day = addDays(day, 1)) monthCost += expected(day);
  return { monthCost: Math.round(monthCost), daysLeft: lastsFor(available, today, expected) };
}

function lastsFor(available: number, today: string, expected: (day: string) => number): number | null {
  let left = available;
  for (let days = 0; days < farthestDays; days += 1) {
    left -= expected(addDays(today, days + 1));
    if (left < 0) return days;
  }
  return null;
}
