import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { draw, givePlacesASize } from '../../../test-draw.tsx';
import { good, idOf, openScreens, sampleMe, screenAt, stubServer } from '../../../test-screens.tsx';
import { TimingOverview } from './timing-overview.tsx';

const dashBoardData = [
  { date: '2024-01-05T00:00:00.000Z', avgPickedUpInterval: 12.34, chatCount: 7, noOfAttendedChats: 5, noOfMissedChats: 2 },
  { date: '2024-01-06T00:00:00.000Z', avgPickedUpInterval: 0, chatCount: 1, noOfAttendedChats: 0, noOfMissedChats: 1 },
];

const figure = (value: number | null, count = value ?? 0) => ({ value, count });
const figures = {
  'chat.incoming': figure(8),
  'chat.attended': figure(5),
  'chat.missed': figure(3),
  'chat.wait': figure(12_340, 5),
  'chat.openWait': figure(9000, 4),
};
const before = { ...figures, 'chat.incoming': figure(6), 'chat.missed': figure(0), 'chat.wait': figure(null) };
const info = 'GET /e/enterprise/chat/dashboard_info';
const answerOf = (rows: readonly object[]) => () => ({ ...good(null), response: { dashBoardData: rows } });
const server = stubServer(() => ({
  [info]: answerOf(dashBoardData),
  'GET /e/enterprise/dashboard/figures': () => good({ figures, before }),
}));

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
  draw(<TimingOverview isOpenHours={false} onOpenHours={() => undefined} />);
  expect(await readChart('Chat count')).toEqual({ bars: 1, lines: 0, numbers: [['7'], ['1']] });
  expect(await readChart('Average pickup time (seconds)')).toEqual({ bars: 0, lines: 1, numbers: [['12.3'], ['0']] });
});

test('the pickup time counts in open hours alone where somebody asks so, and the chart says it', async () => {
  givePlacesASize();
  server.replies[info] = answerOf(dashBoardData.map((row, place) => (place === 1 ? { ...row, avgPickedUpInterval: null } : row)));
  const onOpenHours = vi.fn();
  draw(<TimingOverview isOpenHours onOpenHours={onOpenHours} />);
  const button = await screen.findByRole('button', { name: 'In open hours', pressed: true });
  expect(screen.getByText(/in the open hours of the departments$/)).toBeTruthy();
  expect(server.queriesOf(info).map(({ hours }) => hours)).toEqual(['open']);
  // A day on which the wait of no chat is known has none, not one of nothing.
  expect((await readChart('Average pickup time (seconds)')).numbers).toEqual([['12.3'], ['–']]);
  fireEvent.click(button);
  expect(onOpenHours.mock.calls).toEqual([[false]]);
});

test('the whole of the charts stands beside the days before, and each number opens its chats', async () => {
  givePlacesASize();
  const row = {
    ...{ chatId: idOf(1), spell: 0, chatNumber: '1-0', customerName: 'Asha', channelName: 'Shop', departmentName: '', agents: ['Ben'] },
    ...{
      createdAt: '2024-01-05T10:00:00.000Z',
      endedAt: null,
      isMissed: false,
      value: null,
      waitMs: 5000,
      handlingMs: null,
      rating: null,
      canRead: false,
    },
  };
  server.replies['GET /e/enterprise/dashboard/rows'] = () =>
    good({ measure: 'chat.incoming', unit: 'chats', total: 1, rows: [row], next: null });
  openScreens(
    '/dashboard',
    (root) => [screenAt(root, '/dashboard', () => <TimingOverview isOpenHours={false} onOpenHours={() => undefined} />)],
    {
      ...sampleMe,
      permissions: ['CHAT.HANDLE'],
    } as never,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Chats: 8. Open the chats' }));
  const drawer = within(await screen.findByRole('dialog', { name: 'Chats of this figure' }));
  expect(await drawer.findByRole('row', { name: /Asha.*Ben.*Shop/ })).toBeTruthy();
  const asked = () => server.queriesOf('GET /e/enterprise/dashboard/rows').at(-1);
  expect(asked()).toMatchObject({ measure: 'chat.incoming', slot: '', former: 'false', timeType: 'DAY' });
  await userEvent.keyboard('{Escape}');
  expect(screen.getAllByText('12.3')).not.toHaveLength(0);
  await userEvent.click(screen.getByRole('button', { name: 'Chats, days before: 6. Open the chats', hidden: true }));
  await waitFor(() => expect(asked()).toMatchObject({ measure: 'chat.incoming', former: 'true' }));
  // There is nothing to open of none.
  expect(screen.queryByRole('button', { name: /^Missed, days before/, hidden: true })).toBeNull();
});
