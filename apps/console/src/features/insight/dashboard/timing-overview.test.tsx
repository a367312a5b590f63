import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
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
  draw(<TimingOverview isOpenHours={false} onOpenHours={() => undefined} />);
  expect(await readChart('Chat count')).toEqual({ bars: 1, lines: 0, numbers: [['7'], ['1']] });
  expect(await readChart('Average pickup time (seconds)')).toEqual({ bars: 0, lines: 1, numbers: [['12.3'], ['0']] });
});

test('the pickup time counts in open hours alone where somebody asks so, and the chart says it', async () => {
  givePlacesASize();
  const asked: string[] = [];
  stubFetch(async (url) => {
    asked.push(new URL(String(url), 'http://localhost').searchParams.get('hours') ?? '');
    const known = dashBoardData.map((row, place) => (place === 1 ? { ...row, avgPickedUpInterval: null } : row));
    return Response.json({ status: true, code: '100', message: '', data: null, response: { dashBoardData: known } });
  });
  const onOpenHours = vi.fn();
  draw(<TimingOverview isOpenHours onOpenHours={onOpenHours} />);
  const button = await screen.findByRole('button', { name: 'In open hours', pressed: true });
  expect(screen.getByText(/in the open hours of the departments$/)).toBeTruthy();
  expect(asked).toEqual(['open']);
  // A day on which the wait of no chat is known has none, not one of nothing.
  expect((await readChart('Average pickup time (seconds)')).numbers).toEqual([['12.3'], ['–']]);
  fireEvent.click(button);
  expect(onOpenHours.mock.calls).toEqual([[false]]);
});
