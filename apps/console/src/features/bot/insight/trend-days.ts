export type TrendDay = { date: string; positive: number; neutral: number; negative: number };

const dayMs = 24 * 3_600_000;
const toDate = (at: number) => new Date(at).toISOString().slice(0, 10);

/**
 * The days of a period one after the other: those without messages are left out by the server, and stand as zero.
 * @param days how many, 1 or more
 * @param today YYYY-MM-DD; a later day of the trend, of a zone further east, takes its place
 */
export function fillDays(trend: readonly TrendDay[], days: number, today: string): TrendDay[] {
  const last = [today, ...trend.map(({ date }) => date)].sort().at(-1) ?? today;
  const byDate = new Map(trend.map((day) => [day.date, day]));
  return Array.from({ length: days }, (_, index) => {
    const date = toDate(Date.parse(last) - (days - 1 - index) * dayMs);
    return byDate.get(date) ?? { date, positive: 0, neutral: 0, negative: 0 };
  });
}
