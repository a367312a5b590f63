import { type ChatAction, type ChatDetail, chatActionTypes } from '@parley/contract';
import { Outlet } from '@tanstack/react-router';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { openLine } from '../../../test-line.ts';
import { good, idOf, openScreens, sampleMe, screenAt, stubServer } from '../../../test-screens.tsx';
import { sampleChat } from '../shared/chat.fixtures.ts';
import { HistoryView } from './history-view.tsx';

const at = '2026-11-29T10:00:00.000Z';
const message = (number: number, text: string, more: Partial<ChatAction> = {}): ChatAction => ({
  actionId: idOf(200 + number),
  number,
  actionType: chatActionTypes.customerReply,
  actionBy: idOf(5),
  authorKind: 'customer',
  userName: 'Meera',
  message: text,
  attachment: null,
  status: 0,
  deliveryStatus: 1,
  channelErrorCode: '',
  channelErrorDesc: '',
  actedOn: at,
  detail: {},
  key: '',
  ...more,
});
const detail = (number: number, more: Partial<ChatDetail> = {}): ChatDetail => ({
  ...sampleChat,
  chatId: idOf(number),
  customerName: `Customer ${number}`,
  state: 3,
  chatNumber: '10482-7',
  createdAt: '2026-11-29T08:57:55.000Z',
  closedAt: at,
  lastNumber: 1_001,
  users: [{ uId: sampleMe.uId, name: 'Asha', emailId: '', type: 'left', profilePic: '' }],
  messages: [
    message(1, 'नमस्ते 😀'),
    message(2, 'Good day', { actionType: chatActionTypes.agentReply, authorKind: 'agent', userName: 'Asha', actionBy: idOf(30) }),
    message(3, '', { actionType: chatActionTypes.agentClosedChat, authorKind: 'agent', userName: 'Asha', detail: { feedback: '' } }),
  ],
  hasOlder: false,
  sides: [],
  lastSide: 0,
  customer: {
    customerId: idOf(5),
    name: 'Meera',
    number: '',
    emailId: '',
    isHidden: false,
    firstSeenAt: at,
    visit: { pageUrl: '', pageTitle: '', userAgent: '', language: '' },
    previousChats: [],
  },
  pendingTransfer: null,
  returnsTo: null,
  ...more,
});
const rowOf = (number: number) => ({
  ...sampleChat,
  chatId: idOf(number),
  customerName: `Customer ${number}`,
  departmentName: '',
  waitSeconds: null,
  durationSeconds: 60,
  removed: null,
});
const delivery = `GET /e/enterprise/chat/${idOf(102)}/delivery/2`;
stubServer(() => ({
  ...Object.fromEntries([101, 102].map((number) => [`GET /e/chat/video/history/${idOf(number)}`, () => good([])])),
  ...Object.fromEntries(
    [101, 102].map((number) => [`GET /e/enterprise/chat/${idOf(number)}/why`, () => good({ decision: null, wait: null })]),
  ),
  ...Object.fromEntries([101, 102].map((number) => [`GET /e/enterprise/chat/${idOf(number)}`, () => good(detail(number))])),
  'GET /e/enterprise/chat/history': () => good({ chats: [rowOf(101), rowOf(102)], moved: [], more: false, next: null, lookedTo: null }),
  'GET /e/enterprise/download/getId': () => good({ id: 'token' }),
  [delivery]: () =>
    good({
      messageId: idOf(9),
      from: '',
      to: '',
      channelId: idOf(8),
      channelName: 'Website',
      templateName: '',
      sentOn: at,
      transId: '',
      status: 'DELIVERED',
      reason: '',
      reasonText: '',
      currentDeliveryStatus: 1,
      currentDeliveryStatusTime: at,
      source: 'CHAT',
      cost: 0,
      isSandbox: false,
      messageStatuses: [],
    }),
}));

const open = (number: number, permissions: string[] = ['CHAT.HANDLE', 'CHAT.VIEW_CHATHISTORY']) =>
  openScreens(
    `/chat/history/${idOf(number)}`,
    (root) => {
      const page = screenAt(root, '/chat/history', Outlet as never);
      return [page.addChildren([screenAt(page, '$chatId', HistoryView)])];
    },
    { ...sampleMe, permissions } as typeof sampleMe,
  );

test('FORMAT-010 a chat is read with its facts and lines, and nobody is told: nothing goes over the live line', async () => {
  const line = openLine();
  line.accept(sampleMe.uId);
  open(102);
  expect(await screen.findByText('नमस्ते 😀')).toBeTruthy();
  expect(within(screen.getByRole('region', { name: 'Facts of the chat' })).getByText('#10482-7')).toBeTruthy();
  expect(within(screen.getByRole('region', { name: 'Facts of the chat' })).getByText('1 hour 2 minutes 5 seconds')).toBeTruthy();
  expect(screen.getByText(/Asha closed the chat/)).toBeTruthy();
  expect(line.sent.map(({ type }) => type).filter((type) => type !== 'auth' && type !== 'ping')).toEqual([]);
});

test('the neighbours of its list are a press away', async () => {
  const router = open(102);
  await screen.findByText('नमस्ते 😀');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Previous chat' })).toHaveProperty('disabled', false));
  expect(screen.getByRole('button', { name: 'Next chat' })).toHaveProperty('disabled', true);
  await userEvent.click(screen.getByRole('button', { name: 'Previous chat' }));
  await waitFor(() => expect(router.state.location.pathname).toBe(`/chat/history/${idOf(101)}`));
});

test('one of our messages tells what became of it', async () => {
  open(102);
  await userEvent.click(await screen.findByRole('button', { name: /^Delivery of the message of/ }));
  expect(await screen.findByText('Delivered')).toBeTruthy();
});

test('files of a long chat come in parts, with internal lines or without', async () => {
  const followed: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    const { pathname, search } = new URL(this.href);
    followed.push(pathname + search);
  });
  open(102);
  for (const name of ['PDF for the customer, part 2 of 2', 'Text with internal lines, part 1 of 2']) {
    await userEvent.click(await screen.findByRole('button', { name: 'Download' }));
    await userEvent.click(await screen.findByRole('menuitem', { name }));
  }
  const base = `/e/enterprise/chat/${idOf(102)}`;
  await waitFor(() =>
    expect(followed).toEqual([`${base}/transcript.pdf?part=2&x-access-id=token`, `${base}/transcript.txt?internal=true&x-access-id=token`]),
  );
});

test('a reader of the history alone is offered neither mail nor label', async () => {
  open(102, ['CHAT.VIEW_CHATHISTORY']);
  await screen.findByText('नमस्ते 😀');
  expect(screen.getByRole('button', { name: 'Download' })).toBeTruthy();
  for (const name of ['Send transcript', 'Label and note', 'Reopen']) expect(screen.queryByRole('button', { name })).toBeNull();
});
