import type { HistoryChat } from '@parley/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { good, idOf, openScreens, screenAt, stubServer } from '../../../test-screens.tsx';
import { sampleChat } from '../shared/chat.fixtures.ts';
import { HistoryPage } from './history-page.tsx';
import { MovedView } from './moved-view.tsx';

const first = `2026-03-02T10:00:00.000Z_${idOf(1)}`;
const second = `2026-03-01T10:00:00.000Z_${idOf(2)}`;
const call = 'GET /e/enterprise/chat/history';
const chat = (number: number, more: Partial<HistoryChat> = {}): HistoryChat => ({
  ...sampleChat,
  chatId: idOf(number),
  customerName: `Customer ${number}`,
  chatNumber: '',
  departmentName: 'Sales',
  waitSeconds: 65,
  durationSeconds: 7380,
  removed: null,
  state: 3,
  ...more,
});
const page = (chats: HistoryChat[], next: string | null = null, lookedTo: string | null = null) =>
  good({ chats, moved: [], more: next !== null, next, lookedTo });
const choices = { 'GET /e/enterprise/chat/history/choices': () => good({ channels: [], departments: [], agents: [], labels: [] }) };
const server = stubServer(() => ({ ...choices }));
const open = (address = '/chat/history') => openScreens(address, (root) => [screenAt(root, '/chat/history', HistoryPage)]);

test('a row tells when it began, with whom, how long it waited and lasted, how it ended, and what is removed', async () => {
  server.replies[call] = () => page([chat(1, { state: 4, removed: 'texts', rating: 4 })]);
  open();
  const row = (await screen.findByText('Customer 1')).closest('tr') as HTMLElement;
  for (const words of ['Sales', '1:05', '2:03:00', 'Missed', 'Texts removed']) expect(within(row).getByText(words)).toBeTruthy();
  const link = within(row).getByRole('link', { name: /Open the chat with Customer 1/ });
  expect(link.getAttribute('href')).toMatch(new RegExp(`^/chat/history/${idOf(1)}`));
});

test('more chats come behind the last row, and a search says how far it has looked', async () => {
  server.replies[call] = ({ query }) =>
    query.after === undefined
      ? page([chat(1)], first)
      : query.after === first
        ? page([chat(2)], second, '2026-03-01T10:00:00.000Z')
        : page([chat(2), chat(3)]);
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'More chats' }));
  expect(await screen.findByText(/^Looked up to /)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Look further' }));
  expect(await screen.findByText('Customer 3')).toBeTruthy();
  expect(screen.getAllByText('Customer 2')).toHaveLength(1);
  expect(screen.queryByRole('button', { name: 'Look further' })).toBeNull();
});

test('an empty list says so, and where filters hide all of them it offers to clear these', async () => {
  server.replies[call] = () => page([]);
  const router = open();
  expect(await screen.findByText('No ended chats yet')).toBeTruthy();
  await act(() => router.navigate({ to: '/chat/history', search: { rating: 5 } as never }));
  expect(await screen.findByRole('button', { name: /clear/i })).toBeTruthy();
});

test('CHAT-045 the history is a table below its filters, which narrow it and stand in the address', async () => {
  server.replies[call] = ({ query }) => page(query.state === '4' ? [chat(2, { state: 4 })] : [chat(1), chat(2, { state: 4 })]);
  const router = open();
  expect(await screen.findByText('Customer 1', { selector: 'table *' })).toBeTruthy();
  await userEvent.click(screen.getByRole('combobox', { name: 'State' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Missed' }));
  await waitFor(() => expect(screen.queryByText('Customer 1')).toBeNull());
  expect(screen.getByText('Customer 2', { selector: 'table *' })).toBeTruthy();
  expect(router.state.location.search).toMatchObject({ state: 4 });
});

const moved = {
  ...{
    id: idOf(30),
    source: 'chatwoot',
    number: '17',
    subject: '',
    startedOn: '2020-01-05T10:00:00.000Z',
    endedOn: '2020-01-05T11:00:00.000Z',
  },
  ...{
    customerId: '',
    customerName: 'Old Customer',
    address: '+919820000001',
    channelName: 'Shop page',
    departmentName: '',
    agents: ['Asha'],
  },
  ...{ labels: ['refund'], messages: 3, isRemoved: false },
};

test('a conversation of another product stands in the list with its mark, and is read with its messages, page by page', async () => {
  server.replies[call] = () => good({ chats: [chat(1)], moved: [moved], more: false, next: null, lookedTo: null });
  server.replies[`GET /e/enterprise/chat/moved/${moved.id}`] = ({ query }) => {
    const text = query.from === '200' ? 'The last words' : 'The first words';
    const message = { key: text, at: moved.startedOn, by: 'customer', name: '', text, isNote: false, files: [] };
    return good({ chat: moved, messages: [message], more: query.from !== '200' });
  };
  openScreens('/chat/history', (root) => [
    screenAt(root, '/chat/history', HistoryPage),
    screenAt(root, '/chat/history/moved/$movedId', MovedView),
  ]);
  const row = (await screen.findByText('Old Customer')).closest('tr') as HTMLElement;
  for (const words of ['From Chatwoot', 'Shop page', 'Asha', 'refund', '#17 · +919820000001'])
    expect(within(row).getByText(words)).toBeTruthy();
  await userEvent.click(within(row).getByRole('link'));
  expect(await screen.findByText('The first words')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'More messages' }));
  expect(await screen.findByText('The last words')).toBeTruthy();
});
