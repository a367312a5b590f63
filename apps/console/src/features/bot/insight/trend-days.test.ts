import { expect, test } from 'vitest';
import { fillDays } from './trend-days.ts';

const day = (date: string, negative: number) => ({ date, positive: 0, neutral: 0, negative });

test('days without messages stand as zero, up to today', () => {
  expect(fillDays([day('2024-02-28', 2)], 3, '2024-03-01')).toEqual([day('2024-02-28', 2), day('2024-02-29', 0), day('2024-03-01', 0)]);
});

test('a day of a zone further east is the last', () => {
  expect(fillDays([day('2024-03-02', 1)], 2, '2024-03-01')).toEqual([day('2024-03-01', 0), day('2024-03-02', 1)]);
});
