import {
  type ChatDetail,
  type ChatSummary,
  type CustomerChat,
  channelTypes,
  chatStates,
  deliveryStatuses,
  templateNeededCode,
} from '@parley/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { openLine } from '../../../test-line.ts';
import { good, idOf, openScreens, refused, sampleMe, screenAt, stubServer } from '../../../test-screens.tsx';
import { sampleChat } from '../shared/chat.fixtures.ts';
import { ConversationPage } from './conversation-page.tsx';

const me = { ...sampleMe, permissions: ['CHAT.HANDLE'] } as typeof sampleMe;
const at = '2026-05-01T10:00:00Z';
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
const owned = {
  users: [{ uId: me.uId, name: me.name, emailId: '', type: 'owner' as const, profilePic: '' }],
  participants: [me.uId],
  ownerId: me.uId,
};
const web: ChatSummary = { ...sampleChat, ...owned, chatId: idOf(1), customerName: 'Mira Holm' };
const mobile: ChatSummary = {
  ...web,
  chatId: idOf(2),
  channelType: channelTypes.WHATSAPP,
  channelName: 'WhatsApp',
  windowEndsAt: inAnHour(),
};
const detailOf = (chat: ChatSummary): ChatDetail => ({
  ...chat,
  deptId: '',
  messages: [],
  hasOlder: false,
  sides: [],
  lastSide: 0,
  customer: {
    customerId: chat.customerId,
    name: chat.customerName,
    number: '',
    emailId: '',
    isHidden: false,
    firstSeenAt: at,
    visit: { pageUrl: '', pageTitle: '', userAgent: '', language: '' },
    previousChats: [],
  },
  pendingTransfer: null,
  returnsTo: null,
});
const otherOf = (chat: ChatSummary, more: Partial<CustomerChat> = {}): CustomerChat => ({
  chatId: chat.chatId,
  channelType: chat.channelType,
  channelName: chat.channelName,
  state: chat.state,
  handledBy: 'agent',
  isReadable: true,
  ownerId: chat.ownerId,
  ownerName: me.name,
  departmentName: '',
  lastMessage: 'On the phone',
  lastActivityAt: at,
  takesPart: true,
  mayPickUp: false,
  isJITRequired: false,
  windowEndsAt: chat.windowEndsAt,
  ...more,
});

let own: ChatSummary[] = [];
let others: CustomerChat[] = [];
const othersCall = `GET /e/enterprise/chat/${idOf(1)}/customer_chats`;
const server = stubServer(() => ({
  'GET /e/enterprise/chat/summary': () => good(own),
  [othersCall]: () => good(others),
  [`GET /e/enterprise/chat/${idOf(2)}/customer_chats`]: () => good([otherOf(web)]),
  [`GET /e/enterprise/chat/${idOf(1)}`]: () => good(detailOf(web)),
  [`GET /e/enterprise/chat/${idOf(2)}`]: () => good(detailOf(own.find(({ chatId }) => chatId === idOf(2)) ?? mobile)),
}));

/** @param width of the page, by which two chats stand side by side, or one in place of the other */
async function open(width: 1440 | 390 = 1440, query = '') {
  vi.stubGlobal('matchMedia', (media: string) => ({
    matches: media.includes('min-width') ? width >= Number(/\d+/.exec(media)?.[0]) : width <= Number(/\d+/.exec(media)?.[0]),
    media,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
  const line = openLine();
  line.accept(me.uId);
  const address = `/chat/conversation?chatId=${idOf(1)}${query}`;
  const router = openScreens(address, (root) => [screenAt(root, '/chat/conversation', () => <ConversationPage />)], me);
  await screen.findByRole('heading', { name: 'Mira Holm' });
  const sent = (type: string) => line.sent.filter((frame) => frame.type === type).map(({ data }) => data);
  return { line, router, sent };
}
const tabs = async () => within(await screen.findByRole('navigation', { name: 'Open chats of this customer' }));
const tabNames = async () => (await tabs()).getAllByRole('button').map((button) => button.textContent);
const field = (name: string) => screen.findByRole<HTMLTextAreaElement>('textbox', { name: `Reply to ${name}` });
const onWeb = 'Mira Holm on Website';
const onMobile = 'Mira Holm on WhatsApp';

test('tabs are shown only beside another open chat, and come and go by events', async () => {
  own = [web];
  others = [];
  const { line } = await open();
  await waitFor(() => expect(server.countOf(othersCall)).toBe(1));
  expect(screen.queryByRole('navigation', { name: 'Open chats of this customer' })).toBeNull();
  others = [otherOf(mobile, { ownerId: idOf(9), ownerName: 'Nina', takesPart: false })];
  line.receive({ type: 'customerChats', data: { customerId: web.customerId } });
  expect(await tabNames()).toEqual(['Website · this chat', 'WhatsApp · Nina']);
  others = [];
  line.receive({ type: 'customerChats', data: { customerId: web.customerId } });
  await waitFor(() => expect(screen.queryByRole('navigation', { name: 'Open chats of this customer' })).toBeNull());
});

test('a chat that one may not read is named by its channel and state, and cannot be opened', async () => {
  own = [web];
  others = [otherOf(mobile, { isReadable: false, ownerId: '', ownerName: '', lastMessage: '', takesPart: false, windowEndsAt: null })];
  await open();
  expect((await tabs()).getByText('WhatsApp · Ongoing').closest('button')).toBeNull();
  expect(await tabNames()).toEqual(['Website · this chat']);
});

test('two chats stand side by side, each with its own words, and H takes the second away and brings it back', async () => {
  own = [web, mobile];
  others = [otherOf(mobile)];
  const { router, sent } = await open();
  await userEvent.type(await screen.findByRole('textbox', { name: 'Reply to Mira Holm' }), 'For the page');
  await userEvent.click((await tabs()).getByRole('button', { name: 'WhatsApp · mine' }));
  expect(router.state.location.search).toMatchObject({ chatId: idOf(1), beside: idOf(2) });
  await userEvent.type(await field(onMobile), 'For the phone');
  expect((await field(onWeb)).value).toBe('For the page');
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(sent('agentReply')).toMatchObject([{ chatId: idOf(2), message: 'For the phone' }]));
  expect([(await field(onWeb)).value, (await field(onMobile)).value]).toEqual(['For the page', '']);
  await userEvent.type(await field(onMobile), 'More');
  (document.activeElement as HTMLElement).blur();
  await userEvent.keyboard('h');
  await waitFor(() => expect(router.state.location.search).not.toHaveProperty('beside'));
  expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Reply to Mira Holm' })).value).toBe('For the page');
  (document.activeElement as HTMLElement).blur();
  await userEvent.keyboard('h');
  expect((await field(onMobile)).value).toBe('More');
  act(() => router.history.back());
  await waitFor(() => expect(screen.queryByRole('textbox', { name: `Reply to ${onMobile}` })).toBeNull());
});

test('keys act in the chat that had the focus last', async () => {
  own = [web, mobile];
  others = [otherOf(mobile)];
  await open(1440, `&beside=${idOf(2)}`);
  for (const name of [onMobile, onWeb]) {
    await userEvent.click(await field(name));
    (document.activeElement as HTMLElement).blur();
    await userEvent.keyboard('r');
    const asked = await field(name);
    await waitFor(() => expect(document.activeElement).toBe(asked));
  }
});

test('an answer on the other channel puts the focus into its reply', async () => {
  own = [web, mobile];
  others = [otherOf(mobile)];
  const { router } = await open();
  await userEvent.click((await tabs()).getByRole('button', { name: 'Answer on WhatsApp' }));
  const reply = await field(onMobile);
  await waitFor(() => expect(document.activeElement).toBe(reply));
  expect(router.state.location.search).toMatchObject({ chatId: idOf(1), beside: idOf(2) });
});

test('an answer is offered no more once the window has closed', async () => {
  own = [web, mobile];
  others = [otherOf(mobile)];
  const { line } = await open();
  await (await tabs()).findByRole('button', { name: 'Answer on WhatsApp' });
  line.receive({
    type: 'chatMessageStatus',
    data: {
      chatId: idOf(2),
      upTo: 1,
      author: 'agent',
      status: 0,
      deliveryStatus: deliveryStatuses.failed,
      channelErrorCode: templateNeededCode,
      channelErrorDesc: '',
      readBy: '',
      unread: 0,
    },
  });
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Answer on WhatsApp' })).toBeNull());
  expect(await tabNames()).toEqual(['Website · this chat', 'WhatsApp · mine']);
});

test('a chat that waits is picked up beside the first one, which stays where it is', async () => {
  own = [web];
  const waiting = { ...mobile, state: chatStates.created, handledBy: 'queue' as const, ownerId: '', users: [], participants: [] };
  others = [otherOf(waiting, { ownerName: '', takesPart: false, mayPickUp: true })];
  const { line, router, sent } = await open();
  expect(await tabNames()).toEqual(['Website · this chat', 'WhatsApp · Waiting', 'Pick up on WhatsApp']);
  await userEvent.click((await tabs()).getByRole('button', { name: 'Pick up on WhatsApp' }));
  await waitFor(() => expect(sent('agentPickupChat')).toEqual([{ chatId: idOf(2) }]));
  own = [web, mobile];
  others = [otherOf(mobile)];
  line.receive({ type: 'agentPickupChat', data: { chatId: idOf(2), chat: mobile } });
  const reply = await field(onMobile);
  await waitFor(() => expect(document.activeElement).toBe(reply));
  expect(router.state.location.search).toMatchObject({ chatId: idOf(1), beside: idOf(2) });
});

test('the chat beside stays when the first one ends, and alone', async () => {
  own = [web, mobile];
  others = [otherOf(mobile)];
  const { line, router } = await open(1440, `&beside=${idOf(2)}`);
  await field(onMobile);
  line.receive({ type: 'youLeftChat', data: { chatId: idOf(1), message: '' } });
  await waitFor(() => expect(router.state.location.search).toMatchObject({ chatId: idOf(2) }));
  expect(router.state.location.search).not.toHaveProperty('beside');
});

test('a narrow page shows the second chat in place of the first, and leads back', async () => {
  own = [web, mobile];
  others = [otherOf(mobile)];
  const { router } = await open(390);
  await userEvent.click((await tabs()).getByRole('button', { name: 'WhatsApp · mine' }));
  await field(onMobile);
  expect(screen.queryByRole('textbox', { name: `Reply to ${onWeb}` })).toBeNull();
  await userEvent.click((await tabs()).getByRole('button', { name: 'Website · this chat' }));
  await screen.findByRole('textbox', { name: 'Reply to Mira Holm' });
  await userEvent.click((await tabs()).getByRole('button', { name: 'WhatsApp · mine' }));
  await field(onMobile);
  await userEvent.click(screen.getByRole('button', { name: 'Close side by side' }));
  await screen.findByRole('textbox', { name: 'Reply to Mira Holm' });
  expect(router.state.location.search).toMatchObject({ chatId: idOf(1) });
});

test('a failed look for other chats is told and can be tried again, and an address of a chat of somebody else shows nothing beside', async () => {
  own = [web];
  others = [otherOf(mobile)];
  server.replies[othersCall] = () => refused('server.unexpected', 'Broken', { requestId: 'one' });
  await open(1440, `&beside=${idOf(7)}`);
  await screen.findByText('The customer’s other chats could not be read.');
  server.replies[othersCall] = () => good(others);
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await tabNames()).toContain('WhatsApp · mine');
  expect(screen.queryByRole('textbox', { name: `Reply to ${onMobile}` })).toBeNull();
});
