import { type Me, MessageDetail, type ReportRow } from '@parley/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { good, idOf, openScreens, sampleMe, screenAt, stubServer } from '../../../test-screens.tsx';
import { exportPath } from './report.queries.ts';
import { noReportSearch } from './report.search.ts';
import { ReportPage } from './report-page.tsx';

const base = '/chatbird/api/reports/messages';
const row: ReportRow = {
  messageId: idOf(1),
  from: '+911111111111',
  to: '••••••••••002',
  currentDeliveryStatus: 3,
  currentDeliveryStatusTime: '2024-01-06T15:06:00.000Z',
  status: 'FAILED',
  reason: 'RECIPIENT',
  reasonText: 'The recipient cannot be reached on this channel.',
  sentOn: '2024-01-06T15:05:00.000Z',
  customerName: 'Asha',
  channelId: idOf(2),
  channelName: 'Orders',
  source: 'BROADCAST',
  resourceId: idOf(3),
  opens: { kind: 'broadcast', id: idOf(3) },
  templateName: 'offer',
  cost: 1_250_000,
  isSandbox: true,
};
/** Leaves out what the report alone has. */
const detail = MessageDetail.parse({
  ...row,
  transId: 'wamid.1',
  messageStatuses: [
    {
      kind: 'attempt',
      status: 'FAILED',
      messageStatusTime: row.sentOn,
      msg: row.reasonText,
      attempt: 1,
      error: { class: 'RECIPIENT', vendorCode: '131026', vendorMessage: 'Undeliverable', advice: 'Ask the customer.' },
    },
  ],
});
const server = stubServer(() => ({
  [`GET ${base}/status`]: () => good({ message: [row], more: false }),
  [`GET ${base}/source`]: () =>
    good({
      counts: [
        { source: 'BROADCAST', status: 'FAILED', count: 1, cost: 0 },
        { source: 'CHAT', status: 'READ', count: 1200, cost: 0 },
      ],
      channels: [{ id: idOf(2), name: 'Orders' }],
    }),
  [`GET ${base}/detail/${row.messageId}`]: () => good(detail),
  [`GET ${base}/noReceipts`]: () =>
    good({
      ...{ fromDate: '2024-01-01', toDate: '2024-01-07' },
      unreceipted: [{ channelId: idOf(2), name: 'Orders', count: 1204, handedOver: 5000, oldestDay: '2024-01-03' }],
    }),
}));
const me = { ...sampleMe, permissions: ['MANAGE.DELIVERYREPORT.VIEW'] } as unknown as Me;
const open = (query = '') =>
  openScreens(
    `/admin/report${query}`,
    (root) => [
      screenAt(root, '/admin/report', ReportPage),
      screenAt(root, '/campaigns/broadcast/$broadcastId', () => null),
      screenAt(root, '/chat/conversation', () => null),
      screenAt(root, '/campaigns/activity/$activityId', () => null),
      screenAt(root, '/journey/monitor/$instanceId', () => null),
      screenAt(root, '/customer-master/customers/view/$customerId', () => null),
    ],
    me,
  );
const user = userEvent.setup({ delay: null });

test('ADMIN-104 ADMIN-113 WIDGET-008 rows lead to what happened to each message', async () => {
  const router = open();
  const table = within(await screen.findByRole('table', { name: 'Delivery Report' }));
  expect(await table.findByText('The recipient cannot be reached on this channel.')).toBeTruthy();
  for (const words of ['+911111111111', '••••••••••002 · Asha', 'Orders', 'offer', '1.25', 'Sandbox'])
    expect(table.getByText(words)).toBeTruthy();
  expect(table.getByRole('link', { name: 'Broadcast' }).getAttribute('href')).toBe(`/campaigns/broadcast/${row.resourceId}`);
  await user.click(table.getByRole('button', { name: /Show the history/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Message status' }));
  expect(await dialog.findByText('wamid.1')).toBeTruthy();
  expect(dialog.getByText(/131026: Undeliverable/)).toBeTruthy();
  expect(router.state.location.search).toMatchObject({ open: row.messageId });
});

test('ADMIN-114 a count opens its rows; the filters are in the address, and the export takes them', async () => {
  const router = open();
  const counts = within(await screen.findByRole('region', { name: 'Counts by source and status' }));
  expect(counts.getByRole('button', { name: 'Show 1,201 messages: All, All' }).textContent).toBe('1,201');
  await user.click(counts.getByRole('button', { name: 'Show 1,200 messages: Chat, Read' }));
  await waitFor(() => expect(router.state.location.search).toMatchObject({ source: 'CHAT', status: 'READ' }));
  await waitFor(() => expect(server.queriesOf(`GET ${base}/status`).at(-1)).toMatchObject({ source: 'CHAT', status: 'READ' }));
  await user.type(screen.getByRole('searchbox', { name: 'Message id' }), 'wamid.1{Enter}');
  await waitFor(() => expect(server.queriesOf(`GET ${base}/status`).at(-1)).toMatchObject({ messageId: 'wamid.1' }));
  expect(screen.queryByRole('region', { name: 'Counts by source and status' })).toBeNull();
  expect(exportPath({ ...noReportSearch, source: 'CHAT', noReceipt: true, from: 25, open: 'x' })).toBe(
    `${base}/export?source=CHAT&noReceipt=true`,
  );
});

test('the report says what was used, and apart from it what is reserved for unknown outcomes', async () => {
  server.replies[`GET ${base}/source`] = () =>
    good({
      counts: [
        { source: 'BROADCAST', status: 'SENT', count: 2, cost: 1_726_200 },
        { source: 'CHAT', status: 'READ', count: 1, cost: 863_100 },
        { source: 'BROADCAST', status: 'UNKNOWN', count: 3, cost: 2_589_300 },
      ],
      channels: [],
    });
  open();
  const counts = within(await screen.findByRole('region', { name: 'Counts by source and status' }));
  expect(counts.getByText('Cost of what was handed over: 2.59 · Reserved for unknown outcomes: 2.59')).toBeTruthy();
  await user.click(counts.getByRole('button', { name: 'Show 3 messages: Broadcast, Outcome unknown' }));
  await waitFor(() => expect(server.queriesOf(`GET ${base}/status`).at(-1)).toMatchObject({ source: 'BROADCAST', status: 'UNKNOWN' }));
  expect(counts.getByText('Cost of what was handed over: 1.73 · Reserved for unknown outcomes: 2.59')).toBeTruthy();
});

test('a row leads to what it came from, whatever that is', async () => {
  const rows: [ReportRow['source'], ReportRow['opens']][] = [
    ['CHAT', { kind: 'chat', id: idOf(31) }],
    ['CAMPAIGN', { kind: 'activity', id: idOf(32) }],
    ['JOURNEY', { kind: 'walk', id: idOf(33) }],
    ['API', { kind: 'customer', id: idOf(34) }],
    ['SYSTEM', { kind: 'message', id: row.messageId }],
    ['BOT', null],
  ];
  server.replies[`GET ${base}/status`] = () =>
    good({
      message: rows.map(([source, opens], place) => ({ ...row, messageId: place === 4 ? row.messageId : idOf(40 + place), source, opens })),
      more: false,
    });
  const router = open();
  const table = within(await screen.findByRole('table', { name: 'Delivery Report' }));
  const link = async (name: string) => (await table.findByRole('link', { name })).getAttribute('href');
  expect([await link('Chat'), await link('Campaign'), await link('Stream'), await link('API')]).toEqual([
    `/chat/conversation?chatId=${idOf(31)}`,
    `/campaigns/activity/${idOf(32)}`,
    `/journey/monitor/${idOf(33)}`,
    `/customer-master/customers/view/${idOf(34)}`,
  ]);
  expect([table.queryByRole('link', { name: 'Bot' }), table.getByText('Bot').tagName]).toEqual([null, 'TD']);
  await user.click(table.getByRole('button', { name: 'System' }));
  await waitFor(() => expect(router.state.location.search).toMatchObject({ open: row.messageId }));
});

test('nothing in these days reads No Record', async () => {
  server.replies[`GET ${base}/status`] = () => good({ message: [], more: false });
  open();
  expect(await screen.findByText('No Record')).toBeTruthy();
});

test('screens 10 messages behind a row of consumption are asked for, named, and left again', async () => {
  const router = open('?consumedBy=category&consumed=MARKETING&fromDate=2026-11-01&toDate=2026-11-05');
  expect(await screen.findByText('Only messages that were handed over. Category: Marketing')).toBeTruthy();
  await waitFor(() =>
    expect(server.queriesOf(`GET ${base}/status`).at(-1)).toMatchObject({ consumedBy: 'category', consumed: 'MARKETING' }),
  );
  expect(screen.queryByRole('region', { name: 'Counts by source and status' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Show all messages' }));
  await waitFor(() => expect(router.state.location.search).toMatchObject({ consumedBy: '', consumed: '', fromDate: '2026-11-01' }));
  expect(screen.queryByText(/^Only messages/)).toBeNull();
});

test('screens 11.1 channels whose messages have no receipt are named, and the number opens its rows', async () => {
  const router = open('?source=CHAT');
  const list = within(await screen.findByRole('region', { name: 'Without a receipt' }));
  expect(list.getByRole('row', { name: /Orders/ }).textContent).toContain('5,000');
  await userEvent.click(list.getByRole('button', { name: /^Show 1,?204 messages of Orders without a receipt/ }));
  const chosen = { channelId: idOf(2), status: 'SENT', fromDate: '2024-01-03', toDate: '2024-01-07' };
  await waitFor(() => expect(server.queriesOf(`GET ${base}/status`).at(-1)).toMatchObject({ ...chosen, source: '' }));
  expect(router.state.location.search).toMatchObject(chosen);
});
