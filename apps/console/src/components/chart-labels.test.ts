import { expect, test } from 'vitest';
import { axisMax, labelInterval } from './chart-labels.ts';

test('WIDGET-014 an empty line chart reaches to 900, an empty bar chart to 20', () => {
  expect(axisMax('line', [])).toBe(900);
  expect(axisMax('bar', [0, 0])).toBe(20);
  expect(axisMax('bar', [0, 3])).toBe('auto');
});

test('WIDGET-016 labels are thinned to one in six above 30 points', () => {
  expect(labelInterval(30)).toBe(0);
  expect(labelInterval(31)).toBe(5);
});
