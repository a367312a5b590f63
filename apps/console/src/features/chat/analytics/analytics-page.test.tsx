import { type AnalyticsFigures, type AnalyticsReport, endpoints } from '@parley/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { good, idOf, openScreens, screenAt, stubServer } from '../../../test-screens.tsx';
import { AnalyticsPage } from './analytics-page.tsx';

const { choices, report, tables, explain } = endpoints.chatAnalytics;
const call = ({ path }: { path: string }) => `GET ${path}`;
const figures = (incoming: number, wait: number | null): AnalyticsFigures => ({
  'chat.incoming': { value: incoming, count: incoming },
  'chat.wait': { value: wait, count: incoming },
});
const days = (...list: string[]) => list.map((day) => ({ day, figures: {} }));
const found: AnalyticsReport = {
  ...{ fromDate: '2026-03-02', toDate: '2026-03-02', zone: 'Asia/Kolkata', asOf: '2026-03-02T10:00:00.000Z', completeSince: null },
  figures: figures(40, 60_400),
  measures: { 'chat.incoming': { unit: 'chats', better: 'neither' }, 'chat.wait': { unit: 'ms', better: 'less' } },
  targets: {},
  before: { fromDate: '2026-03-01', toDate: '2026-03-01', figures: figures(35, 60_000), days: days('2026-03-01') },
  days: days('2026-03-02'),
  ...{ hours: [], channels: [], labels: [] },
};
const server = stubServer(() => ({
  [call(choices)]: () => good({ channels: [], departments: [], agents: [], labels: [] }),
  [call(report)]: () => good(found),
  [call(tables)]: () => good({ agents: [], departments: [], foot: { sum: 0, extra: 0, several: 0, whole: 0 } }),
  [call(explain)]: () =>
    good({
      ...{ measure: 'chat.incoming', unit: 'chats', change: 5, above: null, isTooFew: false, properties: [] },
      before: { fromDate: '2026-03-01', toDate: '2026-03-01', value: 35, count: 35 },
      after: { fromDate: '2026-03-02', toDate: '2026-03-02', value: 40, count: 40 },
    }),
}));
const open = () => openScreens('/chat/analytics', (root) => [screenAt(root, '/chat/analytics', AnalyticsPage)]);

test('a card says how its figure has changed and explains it on a press; what is too little to be shown is no change', async () => {
  const router = open();
  const change = await screen.findByRole('button', { name: 'Incoming: 5 more than before. Show why' });
  // Four tenths of a second more are not shown.
  expect(screen.queryByRole('button', { name: /^Average wait: .* Show why$/ })).toBeNull();
  await userEvent.click(change);
  expect(await screen.findByText('Nothing to tell apart')).toBeTruthy();
  expect(router.state.location.search).toMatchObject({ why: 'incoming' });
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(router.state.location.search).toMatchObject({ why: '' }));
});

test('the days to compare with are chosen, and kept in the address', async () => {
  const router = open();
  await userEvent.click(await screen.findByRole('combobox', { name: 'Compare with' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Same days last year' }));
  await waitFor(() => expect(server.queriesOf(call(report)).at(-1)).toMatchObject({ compare: 'year' }));
  await waitFor(() => expect(server.queriesOf(call(tables)).at(-1)).toMatchObject({ compare: 'year' }));
  expect(router.state.location.search).toMatchObject({ compare: 'year' });
});

test('a card says whether its figure has reached its target', async () => {
  server.replies[call(report)] = () =>
    good({
      ...found,
      figures: { ...found.figures, 'chat.rating': { value: 4.6, count: 3 } },
      measures: { ...found.measures, 'chat.rating': { unit: 'stars', better: 'more' } },
      targets: { 'chat.wait': 60_000, 'chat.rating': 4.5 },
    });
  open();
  expect(await screen.findByText('Target 1:00: not reached')).toBeTruthy();
  expect(screen.getByText('Target 4.5: reached')).toBeTruthy();
});

test('CHAT-045 analytics are tables of agents and departments below their filters, which narrow them and stand in the address', async () => {
  server.replies[call(choices)] = () => good({ channels: [], departments: [{ id: idOf(20), name: 'Sales' }], agents: [], labels: [] });
  const sales = { key: idOf(20), name: 'Sales', figures: figures(40, 60_000) };
  server.replies[call(tables)] = () => good({ agents: [], departments: [sales], foot: { sum: 40, extra: 0, several: 0, whole: 40 } });
  const router = open();
  const table = await screen.findByRole('table', { name: 'Departments' });
  expect(within(table).getByRole('rowheader', { name: 'Sales' })).toBeTruthy();
  await userEvent.click(screen.getByRole('combobox', { name: 'Department' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Sales' }));
  await waitFor(() => expect(server.queriesOf(call(tables)).at(-1)).toMatchObject({ departmentId: idOf(20) }));
  expect(router.state.location.search).toMatchObject({ departmentId: idOf(20) });
});
