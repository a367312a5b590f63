import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { draw, givePlacesASize } from '../test-draw.tsx';
import { DonutChart, LineChart, MileStoneChart, MultiBarChart } from './chart.tsx';

const bars = {
  title: 'Chats',
  labelHeader: 'Date',
  points: [
    { label: '5 Jan', noOfAttendedChats: 4, noOfMissedChats: 1 },
    { label: '6 Jan', noOfAttendedChats: 2, noOfMissedChats: 3 },
  ],
  series: [
    { key: 'noOfAttendedChats', label: 'Attended', color: 'brand.6' },
    { key: 'noOfMissedChats', label: 'Missed', color: 'red.6' },
  ],
};

test.each([
  ['a line chart', '.recharts-line', 2, <LineChart key="line" {...bars} />],
  ['a multi-bar chart', '.recharts-bar', 2, <MultiBarChart key="bars" {...bars} />],
  [
    'a donut chart',
    '.recharts-pie',
    1,
    <DonutChart key="donut" title="Chats" labelHeader="Kind" valueHeader="Chats" slices={[{ label: 'WEB', value: 4, color: 'brand.6' }]} />,
  ],
])('WIDGET-013 %s is drawn', async (_name, selector, count, chart) => {
  givePlacesASize();
  draw(chart);
  await waitFor(() => expect(document.querySelectorAll(selector)).toHaveLength(count));
});

test.each([
  ['lineChart', '.recharts-line', <LineChart key="line" {...bars} />],
  ['MileStoneChart', '.recharts-line', <MileStoneChart key="milestones" {...bars} />],
  ['multiBarChart', '.recharts-bar', <MultiBarChart key="bars" {...bars} />],
])('WIDGET-015 the chart type %s draws noOfAttendedChats and noOfMissedChats as two series', async (_name, selector, chart) => {
  givePlacesASize();
  draw(chart);
  await waitFor(() => expect(document.querySelectorAll(selector)).toHaveLength(2));
  const cells = screen.getAllByRole('row').map((row) => [...row.children].map((cell) => cell.textContent));
  expect(cells).toEqual([
    ['Date', 'Attended', 'Missed'],
    ['5 Jan', '4', '1'],
    ['6 Jan', '2', '3'],
  ]);
});

test('a chart carries the table of its numbers', () => {
  draw(<MultiBarChart {...bars} />);
  const table = screen.getByRole('table', { name: 'Numbers of the chart Chats' });
  expect(
    within(table)
      .getAllByRole('row')
      .map((row) => [...row.children].map((cell) => cell.textContent)),
  ).toEqual([
    ['Date', 'Attended', 'Missed'],
    ['5 Jan', '4', '1'],
    ['6 Jan', '2', '3'],
  ]);
});
