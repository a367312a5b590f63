import { endpoints, type LateChanges, type LateRows } from '@parley/contract';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { setToken } from '../../../../lib/session.ts';
import { good, idOf, openScreens, screenAt, stubServer } from '../../../../test-screens.tsx';
import { AnalyticsSearch } from '../analytics.search.ts';
import { LateDrawer } from './late-drawer.tsx';

const { summary, rows } = endpoints.lateChanges;
const call = ({ path }: { path: string }) => `GET ${path}`;
const found: LateChanges = {
  since: '2026-03-03T00:00:00.000Z',
  days: { fromDate: '2026-03-02', toDate: '2026-03-02' },
  chats: 3,
  causes: [
    { cause: 'rated', chats: 2 },
    { cause: 'reopened', chats: 1 },
  ],
  figures: [
    { measure: 'chat.waitP90', unit: 'ms', was: { value: 60_000, count: 9 }, is: { value: 90_000, count: 9 }, chats: 1 },
    { measure: 'chat.rating', unit: 'stars', was: { value: null, count: 0 }, is: { value: 4.5, count: 2 }, chats: 2 },
  ],
};
const list: LateRows = {
  ...{ total: 1, unit: 'ms', next: null },
  rows: [
    {
      ...{ chatId: idOf(1), chatNumber: '41', customerName: 'Meera', channelName: 'Shop', departmentName: 'Billing', canRead: false },
      createdAt: '2026-03-02T09:00:00.000Z',
      changes: [{ cause: 'reopened', at: '2026-03-03T08:00:00.000Z' }],
      ...{ was: null, is: 90_000, wasCounted: false, isCounted: true },
    },
  ],
};
const server = stubServer(() => ({ [call(summary)]: () => good(found), [call(rows)]: () => good(list) }));

function Page() {
  const [search, setSearch] = useState(() => AnalyticsSearch.parse({ late: 'today', fromDate: '2026-03-02', compare: 'year' }));
  return <LateDrawer search={search} onChange={(part) => setSearch((now) => ({ ...now, ...part }))} />;
}
function open(changes: Partial<LateChanges> = {}) {
  server.replies[call(summary)] = () => good({ ...found, ...changes });
  setToken('t');
  openScreens('/', (root) => [screenAt(root, '/', Page)]);
}
const asked = { fromDate: '2026-03-02', toDate: '', sandbox: 'false' };

test('figures stand as they were beside what they are; one opens the chats that changed it, and the way back leads to the figures', async () => {
  open();
  const table = within(await screen.findByRole('table', { name: 'Figures that have changed' }));
  expect(table.getAllByRole('row').map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
    ['Figure', 'Then', 'Now', 'Change', 'Chats'],
    ['Wait: 90 %', '1:00', '1:30', '+0:30', '1'],
    ['Average rating', '–', '4.5', '–', '2'],
  ]);
  expect(server.queriesOf(call(summary))).toEqual([{ ...asked, since: 'today' }]);

  await userEvent.click(table.getByRole('button', { name: 'Wait: 90 %: 1. Show 1 chat' }));
  const chats = within(await screen.findByRole('table', { name: 'Chats that have changed: Wait: 90 %' }));
  expect(server.queriesOf(call(rows))).toEqual([{ ...asked, since: 'today', measure: 'chat.waitP90' }]);
  expect(chats.getByRole('row', { name: /Meera/ }).textContent).toContain('not counted → 1:30');
  await userEvent.click(screen.getByRole('button', { name: 'Back to the figures' }));
  await userEvent.click(await screen.findByRole('button', { name: 'reopened: 1. Show 1 chat' }));
  await screen.findByRole('table', { name: 'Chats that have changed: reopened' });
  expect(server.queriesOf(call(rows)).at(-1)).toEqual({ ...asked, since: 'today', cause: 'reopened' });
});

test('another beginning asks again; days that were not over, and days without a change, say so', async () => {
  open({ days: null, chats: 0, causes: [], figures: [] });
  expect(await screen.findByText('These days were not over then')).toBeTruthy();
  server.replies[call(summary)] = () => good({ ...found, chats: 0, causes: [], figures: [] });
  await userEvent.click(screen.getByRole('radio', { name: '7 days ago' }));
  expect(await screen.findByText('Nothing has changed')).toBeTruthy();
  expect(server.queriesOf(call(summary)).at(-1)).toEqual({ ...asked, since: 'week' });
});
