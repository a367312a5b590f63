import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { draw, givePlacesASize } from '../../../test-draw.tsx';
import { stubFetch } from '../../../test-fetch.ts';
import { TimingOverview } from './timing-overview.tsx';

const dashBoardData = [
  { date: '2024-01-05T00:00:00.000Z', avgPickedUpInterval: 12.34, chatCount: 7, noOfAttendedChats: 5, noOfMissedChats: 2 },
  { date: '2024-01-06T00:00:00.000Z', avgPickedUpInterval: 0, chatCount: 1, noOfAttendedChats: 0, noOfMissedChats: 1 },
];

/** Reads a chart: the number of each mark in it, and the numbers beside them, row by row. */
async function readChart(title: string) {
  const table = await screen.findByRole('table', { name: `Numbers of the chart ${title}` });
  const chart = table.closest('figure') as HTMLElement;
  const rows = within(table).getAllByRole('row').slice(1);
  const numbers = rows.map((row) =>
    within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  );
  await waitFor(() => expect(chart.querySelector('.recharts-surface')).not.toBeNull());
  return { bars: chart.querySelectorAll('.recharts-bar').length, lines: chart.querySelectorAll('.recharts-line').length, numbers };
}

test('DASH-003 the chats are a bar chart, and the seconds until pickup a line chart', async () => {
  givePlacesASize();
  stubFetch(async () => Response.json({ status: true, code: '100', message: '', data: null, response: { dashBoardData } }));
  draw(<TimingOverview />);
  expect(await readChart('Chat count')).toEqual({ bars: 1, lines: 0, numbers: [['7'], ['1']] });
  expect(await readChart('Average pickup time (seconds)')).toEqual({ bars: 0, lines: 1, numbers: [['12.3'], ['0']] });
});
