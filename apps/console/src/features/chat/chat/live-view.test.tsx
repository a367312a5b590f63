import { type ChatAction, type ChatDetail, type ChatSide, chatActionTypes } from '@parley/contract';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { openLine } from '../../../test-line.ts';
import { good, idOf, openScreens, sampleMe, screenAt, stubServer, toastTexts } from '../../../test-screens.tsx';
import { sampleChat } from '../shared/chat.fixtures.ts';
import { chatDetailQuery } from '../shared/chat.queries.ts';
import { LiveView } from './live-view.tsx';

const whisper = 'POST /e/enterprise/chat/monitor/whisper';
const chatId = idOf(101);
const read = `GET /e/enterprise/chat/${chatId}`;
const at = '2026-11-29T10:00:00.000Z';
const message = (number: number, text: string): ChatAction => ({
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
});
const side = (number: number, more: Partial<ChatSide>): ChatSide => ({
  number,
  at,
  kind: 'act',
  authorId: idOf(40),
  authorName: 'Mona',
  text: '',
  mentions: [],
  key: '',
  act: null,
  ...more,
});
const act4 = {
  act: 'monitor',
  did: 'offered',
  agentName: 'Ben',
  departmentName: '',
  note: 'He knows',
  over: true,
  from: null,
  to: null,
} as const;
const detail = (more: Partial<ChatDetail> = {}): ChatDetail => ({
  ...sampleChat,
  chatId,
  customerName: 'Meera',
  ownerId: idOf(30),
  users: [{ uId: idOf(30), name: 'Asha', emailId: '', type: 'owner', profilePic: '' }],
  messages: [message(1, 'Where is my parcel?')],
  hasOlder: false,
  sides: [side(1, { act: act4 }), side(2, { kind: 'whisper', text: 'Offer a refund', to: { uId: idOf(30), name: 'Asha' } })],
  lastSide: 2,
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
const server = stubServer(() => ({ [read]: () => good(detail()), [whisper]: () => good(null) }));

let client: QueryClient;
/** Stands for the monitor, which reads a chat again when a frame says so. */
function Monitor() {
  client = useQueryClient();
  return <Outlet />;
}

const open = () =>
  openScreens(
    `/chat/monitor/${chatId}`,
    (root) => {
      const page = screenAt(root, '/chat/monitor', Monitor);
      return [page.addChildren([screenAt(page, '$chatId', LiveView)])];
    },
    { ...sampleMe, permissions: ['CHAT.VIEW_MONITOR'] } as typeof sampleMe,
  );

test('a chat is looked at without a word to anybody, new lines come in, and a whisper goes once under its key', async () => {
  const line = openLine();
  line.accept(sampleMe.uId);
  const router = open();
  expect(await screen.findByText('Where is my parcel?')).toBeTruthy();
  expect(screen.getByText(/Mona \(monitor\) offered the chat to Ben beyond the limit: He knows/)).toBeTruthy();
  expect(screen.getByRole('article', { name: 'Whisper of Mona to Asha' }).textContent).toContain('Offer a refund');
  await userEvent.type(screen.getByLabelText('Whisper to Asha'), 'And a voucher');
  await userEvent.click(screen.getByRole('button', { name: 'Whisper' }));
  await waitFor(() => expect(toastTexts()).toContain('Whispered.'));
  expect(server.bodyOf(whisper)).toEqual({ chatId, key: expect.any(String), text: 'And a voucher' });
  server.replies[read] = () => good(detail({ messages: [message(2, 'Hello?')], lastNumber: 2 }));
  await act(() => client.invalidateQueries({ queryKey: chatDetailQuery(chatId).queryKey }));
  expect(await screen.findByText('Hello?')).toBeTruthy();
  expect(line.sent.map(({ type }) => type).filter((type) => type !== 'auth' && type !== 'ping')).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(router.state.location.pathname).toBe('/chat/monitor'));
});

test('a chat that has ended is said to, and nothing can be whispered into it', async () => {
  server.replies[read] = () => good(detail({ state: 3 }));
  openLine();
  open();
  expect(await screen.findByText('This chat has ended.')).toBeTruthy();
  expect(screen.queryByRole('textbox')).toBeNull();
});
