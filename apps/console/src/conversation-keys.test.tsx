import { MantineProvider } from '@mantine/core';
import {
  type AssistDraft,
  allPermissions,
  type ChatAction,
  type ChatDetail,
  type ChatMention,
  type ChatSummary,
  type CustomerChat,
  channelTypes,
  chatActionTypes,
  chatStates,
  defaultChatConfig,
  featureFlags,
  type Macro,
  type MacroFacts,
  type Me,
} from '@parley/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRouter, RouterProvider } from '@tanstack/react-router';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { meQuery } from './features/account/shared/me.ts';
import { sampleChat } from './features/chat/shared/chat.fixtures.ts';
import { type ChatActId, chatActs, readPress, shownKeys } from './features/chat/shared/chat-acts.ts';
import { runAct, runnableActs } from './features/chat/shared/chat-acts-store.ts';
import { macroHold } from './features/chat/shared/macro-hold.ts';
import { sendReply } from './features/chat/shared/outbox.ts';
import { getOwnStore, setOwner } from './lib/own-store.ts';
import { queryClient } from './lib/query-client.ts';
import { setSingleKeys } from './lib/single-keys.ts';
import { chatWords } from './locales/chat.ts';
import { parseSearch, stringifySearch } from './router.tsx';
import { routeTree } from './routes/route-tree.gen.ts';
import { emptyAnswer } from './test-answers.ts';
import { findEndpoint } from './test-fetch.ts';
import { openLine } from './test-line.ts';
import { good, holdTime, idOf, sampleMe, setFlags, stubServer, toastTexts } from './test-screens.tsx';

const at = '2026-05-01T10:00:00Z';
const me = { ...sampleMe, permissions: [...allPermissions], roles: [], deptIds: [], dataScope: 'enterprise' } as unknown as Me;
const chatOf = (number: number, more: Partial<ChatSummary> = {}): ChatSummary => ({
  ...sampleChat,
  chatId: idOf(number),
  customerId: idOf(900 + number),
  customerName: `Customer ${number} Holm`,
  state: chatStates.ongoing,
  users: [{ uId: me.uId, name: me.name, emailId: '', type: 'owner', profilePic: '' }],
  participants: [me.uId],
  ownerId: me.uId,
  lastMessage: `Question ${number}`,
  lastActivityAt: new Date(Date.parse(at) - number * 60_000).toISOString(),
  chatNumber: '10482-7',
  ...more,
});
const question: ChatAction = {
  ...{ actionId: idOf(70), number: 2, actionType: chatActionTypes.customerReply, actionBy: idOf(902), authorKind: 'customer' },
  ...{ userName: 'Customer 2 Holm', message: 'How long is the warranty?', attachment: null, status: 1, deliveryStatus: 0 },
  ...{ channelErrorCode: '', channelErrorDesc: '', actedOn: at, detail: {}, key: '' },
};
const draft: AssistDraft = {
  ...{ kind: 'passage', sourceId: idOf(71), text: 'The warranty is two years.', name: 'Warranty', botName: 'Helper' },
  ...{ page: 0, url: '', confidence: 0.8, isStale: false, proof: 'p' },
};
const detailOf = (chat: ChatSummary): ChatDetail => ({
  ...chat,
  deptId: '',
  messages: chat.lastNumber > 1 ? [question] : [],
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
  returnsTo: { kind: 'bot', name: 'Helper' },
});
const counts = {
  newChatCount: 2,
  transferredChatCount: 1,
  invitedChatCount: 0,
  assignedChatCount: 0,
  assginedChatCount: 0,
  missedChatCount: 0,
  totalChatCount: 3,
};
const mention = (number: number): ChatMention => ({
  id: idOf(500 + number),
  chatId: idOf(number),
  sideNumber: 1,
  at,
  by: 'Ben',
  customerName: `Customer ${number} Holm`,
  chatNumber: '',
  text: `Look at this ${number}`,
});

/** Another open chat of the second customer. */
const otherChat: CustomerChat = {
  chatId: idOf(3),
  channelType: channelTypes.WHATSAPP,
  channelName: 'WhatsApp',
  state: chatStates.ongoing,
  handledBy: 'agent',
  isReadable: true,
  ownerId: me.uId,
  ownerName: me.name,
  departmentName: '',
  lastMessage: '',
  lastActivityAt: at,
  takesPart: true,
  mayPickUp: false,
  isJITRequired: false,
  windowEndsAt: null,
};

let chats: ChatSummary[] = [];
const label = { id: idOf(40), deptId: '', name: 'Refund', colour: '#868e96', order: 0, isActive: true, isUsed: false, version: 1 };
const own: Parameters<typeof stubServer>[0] = () => ({
  'GET /e/enterprise/chat/summary': () => good(chats),
  'GET /e/enterprise/chat_count': () => good(counts),
  'GET /e/enterprise/chat_config': () => good({ ...defaultChatConfig, customChatSelection: true }),
  'GET /e/enterprise/get_agent_status': () => good({ agentStatus: 1, reason: '', ownStatus: null, since: null, load: 250, limit: 5 }),
  'GET /e/chat/config/': () => good([label]),
  'GET /e/chat/video': () => good({ canMeet: true, kind: 'outside', canRecord: false }),
  'GET /e/enterprise/chat/mentions': ({ query }) =>
    good({ mentions: query.before ? [mention(3)] : [mention(1), mention(2)], total: 3, more: !query.before }),
  'GET /e/enterprise/chat/notifications': () => good([]),
  [`GET /e/enterprise/chat/${idOf(2)}/assist`]: () => good({ drafts: [draft], hasSources: true, model: '', language: 'en' }),
  [`GET /e/enterprise/chat/${idOf(2)}/customer_chats`]: () => good([otherChat]),
  ...Object.fromEntries(
    [1, 2, 3].map((number) => [
      `GET /e/enterprise/chat/${idOf(number)}`,
      () => good(detailOf(chats.find(({ chatId }) => chatId === idOf(number)) ?? chatOf(number))),
    ]),
  ),
});
const server = stubServer(
  () =>
    new Proxy(own(), {
      get: (known: ReturnType<typeof own>, call: string) => {
        const endpoint = findEndpoint(call);
        return known[call] ?? (endpoint && (() => emptyAnswer(endpoint)));
      },
    }),
);

/** Draws the product's own screen with its frame, for an agent whose line is open. */
async function open(query = '', more: Partial<ChatSummary> = {}) {
  chats = [chatOf(1), chatOf(2, more), chatOf(3)];
  await setFlags(Object.fromEntries(featureFlags.map((flag) => [flag, true])));
  queryClient.clear();
  queryClient.setQueryData(meQuery.queryKey, me);
  setOwner(me);
  const line = openLine();
  line.accept(me.uId);
  const history = createMemoryHistory({ initialEntries: [`/chat/conversation${query}`] });
  const router = createRouter({ routeTree, parseSearch, stringifySearch, context: { queryClient }, history });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  await screen.findByRole('navigation', { name: 'Tabs of the inbox' });
  const searchOf = () => router.state.location.search as Record<string, unknown>;
  const sent = (type: string) => line.sent.filter((frame) => frame.type === type).map(({ data }) => data);
  return { line, searchOf, sent };
}
const offered = () => runnableActs().map(({ id }) => id);
type World = Awaited<ReturnType<typeof open>>;

const chatAt = (number: number) => `?chatId=${idOf(number)}`;
const blur = () => (document.activeElement as HTMLElement | null)?.blur();
const reply = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Reply to Customer 2 Holm' });
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
/** The address names the chat, and its row is drawn as the open one. */
const leadsTo = (number: number) => (world: World) =>
  waitFor(() => {
    expect(world.searchOf()).toMatchObject({ chatId: idOf(number) });
    expect(document.querySelector(`[data-chat="${idOf(number)}"][aria-current]`)).toBeTruthy();
  });
const tab = (name: string) => (world: World) => waitFor(() => expect(world.searchOf().tab ?? 'active').toBe(name));
const receiveOffer = (world: World) =>
  world.line.receive({
    type: 'transferWaiting',
    data: { chatId: idOf(80), customerName: 'Ada', by: 'Ben', note: '', acceptWithinSeconds: 60 },
  });

/** Outcome of each act on the screen; an act without a line here does not compile. @property before steps that come first */
const seen: Record<ChatActId, { more?: Partial<ChatSummary>; before?: (world: World) => unknown; see: (world: World) => unknown }> = {
  next: { see: leadsTo(3) },
  previous: { see: leadsTo(1) },
  first: {
    before: async (world) => {
      await userEvent.keyboard('j');
      await leadsTo(3)(world);
    },
    see: leadsTo(1),
  },
  mine: { before: () => userEvent.keyboard('2'), see: tab('active') },
  waiting: { see: tab('waiting') },
  transfers: { see: tab('transfers') },
  mentions: { see: tab('mentions') },
  missed: { see: tab('missed') },
  closed: { see: tab('closed') },
  // The button that saves the first view has the focus where there is none.
  views: { see: () => waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Save and change views')) },
  search: {
    see: () => waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Name, number or words of a message')),
  },
  select: { see: () => screen.findByText('1 chat selected') },
  selectRange: { before: () => userEvent.keyboard('xk'), see: () => screen.findByText('2 chats selected') },
  pickUp: { see: (world) => waitFor(() => expect(world.sent('agentPickupChat')).toEqual([{}])) },
  choose: { see: () => screen.findByRole('dialog') },
  accept: { before: receiveOffer, see: (world) => waitFor(() => expect(world.sent('acceptTransfer')).toEqual([{ chatId: idOf(80) }])) },
  decline: {
    before: receiveOffer,
    see: (world) => waitFor(() => expect(world.sent('declineOffer')).toEqual([{ chatId: idOf(80), kind: 'transferred' }])),
  },
  back: { see: () => waitFor(() => expect((document.activeElement as HTMLElement).dataset.chat).toBe(idOf(2))) },
  reply: { see: async () => waitFor(async () => expect(document.activeElement).toBe(await reply())) },
  note: { see: () => waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toContain('ote')) },
  quickReply: { see: () => waitFor(() => expect(server.countOf('GET /e/enterprise/quick_replies')).toBeGreaterThan(0)) },
  assist: {
    more: { lastNumber: 2 },
    see: async () => waitFor(async () => expect((await reply()).value).toBe('The warranty is two years.')),
  },
  attach: { see: () => screen.findByRole('dialog') },
  // This browser has no microphone, which is said.
  voice: { see: () => screen.findByRole('region', { name: 'Voice note' }) },
  sendLater: {
    before: async () => fireEvent.change(await reply(), { target: { value: 'Good morning' } }),
    see: () => screen.findByRole('menuitem', { name: 'Choose a time…' }),
  },
  macro: { see: () => screen.findByRole('dialog', { name: 'Run a macro' }) },
  undo: {
    before: async () => {
      holdTime();
      getOwnStore()?.write('undo-send', '5');
      const field = await reply();
      fireEvent.change(field, { target: { value: 'Wrong words' } });
      fireEvent.keyDown(field, { key: 'Enter' });
      await waitFor(() => expect(field.value).toBe(''));
    },
    see: async () => waitFor(async () => expect((await reply()).value).toBe('Wrong words')),
  },
  transfer: { see: async () => (await dialog('Transfer the chat with Customer 2 Holm')).getByRole('combobox', { name: /Agent/ }) },
  toDepartment: { see: async () => (await dialog('Transfer the chat with Customer 2 Holm')).getByRole('combobox', { name: /Department/ }) },
  handBack: { see: () => dialog('Return the chat with Customer 2 Holm') },
  invite: { see: () => dialog('Invite to the chat with Customer 2 Holm') },
  label: { see: () => waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Labels')) },
  priority: { see: () => screen.findByRole('menuitem', { name: /9/ }) },
  pin: { see: () => waitFor(() => expect(server.countOf(`POST /e/enterprise/chat/${idOf(2)}/pin`)).toBe(1)) },
  suspend: { see: () => screen.findByRole('dialog') },
  close: { see: () => screen.findByRole('dialog') },
  why: { see: () => waitFor(() => expect(document.activeElement?.textContent).toBe('Why is it here?')) },
  // A page of this width shows the customer when it is asked to.
  panel: { see: () => screen.findByRole('complementary', { name: 'Customer' }) },
  beside: { see: (world) => waitFor(() => expect(world.searchOf()).toMatchObject({ chatId: idOf(2), beside: idOf(3) })) },
  copyNumber: { see: () => waitFor(async () => expect(await navigator.clipboard.readText()).toBe('#10482-7')) },
  place: { see: () => dialog('Place') },
  contact: { see: () => dialog('Contact') },
  video: { see: () => waitFor(() => expect(server.countOf('POST /e/chat/video/room/create')).toBe(1)) },
  leave: { more: { ownerId: idOf(77) }, see: () => screen.findByRole('dialog') },
  transcript: { see: () => screen.findByRole('dialog') },
  block: { more: { channelType: channelTypes.WHATSAPP }, see: () => screen.findByRole('dialog') },
};

/** Presses as a person makes them. */
const typed = (press: string): string => {
  if (press === 'escape') return '{Escape}';
  if (press.startsWith('ctrl ')) return `{Control>}${press.slice(5)}{/Control}`;
  return press.startsWith('shift ') ? `{Shift>}${press.slice(6).toUpperCase()}{/Shift}` : press;
};

test.each(chatActs.map((one) => [one.id, one.keys.join(', ') || 'Ctrl K alone'] as const))('%s is done by %s', async (id) => {
  const { more, before, see } = seen[id];
  // Keys of one act follow each other at once.
  const user = userEvent.setup({ delay: null });
  const world = await open(chatAt(2), more);
  await reply();
  await waitFor(() => expect(offered()).toContain(id));
  blur();
  await before?.(world);
  blur();
  const keys: readonly string[] = chatActs.find((one) => one.id === id)?.keys ?? [];
  if (keys.length === 0) act(() => void runAct(id));
  else await user.keyboard(keys.map(typed).join(''));
  await see(world);
});

const macro: Macro = {
  id: idOf(60),
  scope: 'own',
  deptId: '',
  name: 'Urgent',
  letter: 'u',
  steps: [{ kind: 'priority', priority: 9 }],
  order: 0,
  version: 1,
};
const facts: MacroFacts = {
  at,
  zone: 'UTC',
  state: chatStates.ongoing,
  isOwner: true,
  windowEndsAt: null,
  refusal: '',
  texts: [],
  has: [],
  labels: [],
  departments: [],
  agents: [],
  tag: '',
  note: '',
  needsLabel: false,
  needsNote: false,
  missingFields: [],
};

test.each(['{Escape}', 'z'])('%s undoes a macro that waits, before it does anything else', async (key) => {
  holdTime();
  const world = await open(chatAt(2));
  const field = await reply();
  const run = `POST /e/enterprise/chat/${idOf(2)}/macro/${macro.id}`;
  await waitFor(() => expect(macroHold.isShown(idOf(2))).toBe(true));
  sendReply(idOf(2), 'Stays', null, {}, 60_000);
  act(() => macroHold.call({ chatId: idOf(2), macro, facts, seen: 0 }));
  await screen.findByRole('region', { name: 'Macro Urgent' });
  blur();
  await userEvent.keyboard(key);
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Macro Urgent' })).toBeNull());
  expect((document.activeElement as HTMLElement).dataset.chat).toBeUndefined();
  expect([world.searchOf().chatId, field.value, server.countOf(run)]).toEqual([idOf(2), '', 0]);
});

test('a key that is held down leads on through the list, and does nothing else again', async () => {
  const world = await open(chatAt(1));
  await screen.findByRole('textbox', { name: 'Reply to Customer 1 Holm' });
  await waitFor(() => expect(offered()).toContain('pickUp'));
  blur();
  fireEvent.keyDown(document.body, { key: 'o' });
  for (const key of ['o', 'y', 'u', 'e']) fireEvent.keyDown(document.body, { key, repeat: true });
  await waitFor(() => expect(world.sent('agentPickupChat')).toHaveLength(1));
  expect(screen.queryByRole('dialog')).toBeNull();
  fireEvent.keyDown(document.body, { key: 'j' });
  await leadsTo(2)(world);
  fireEvent.keyDown(document.body, { key: 'j', repeat: true });
  await leadsTo(3)(world);
  expect(world.sent('agentPickupChat')).toHaveLength(1);
});

test('keys that follow each other faster than the page is drawn each count from where the one before has led', async () => {
  const world = await open(chatAt(1));
  await screen.findByRole('textbox', { name: 'Reply to Customer 1 Holm' });
  await waitFor(() => expect(offered()).toContain('next'));
  blur();
  for (const key of ['j', 'j']) fireEvent.keyDown(document.body, { key });
  await leadsTo(3)(world);
  fireEvent.keyDown(document.body, { key: 'k' });
  await leadsTo(2)(world);
  await waitFor(() => expect(offered()).toContain('beside'));
  const isBeside = () => waitFor(() => expect(world.searchOf()).toMatchObject({ chatId: idOf(2), beside: idOf(3) }));
  fireEvent.keyDown(document.body, { key: 'h' });
  await isBeside();
  for (const key of ['h', 'h']) fireEvent.keyDown(document.body, { key });
  await isBeside();
});

test('an offer that was acted on is not acted on again', async () => {
  const world = await open(chatAt(2));
  await waitFor(() => expect(offered()).toContain('accept'));
  receiveOffer(world);
  blur();
  await userEvent.keyboard('y');
  await waitFor(() => expect(world.sent('acceptTransfer')).toHaveLength(1));
  await userEvent.keyboard('y');
  await waitFor(() => expect(toastTexts()).toContain('Nothing is offered to you'));
  expect(world.sent('acceptTransfer')).toHaveLength(1);
});

test('every act has at most three keys of its own, and none begins with those of another', () => {
  const withKeys = chatActs.filter(({ keys }) => keys.length > 0);
  for (const { id, keys } of withKeys) {
    let before: readonly string[] = [];
    for (const [place, press] of keys.entries()) {
      const [shiftKey, hasCtrl] = [press.startsWith('shift '), press.startsWith('ctrl ')];
      const pressed = readPress(before, { key: press.replace(/^(?:shift|ctrl) /, ''), shiftKey, hasCtrl });
      expect([id, pressed.kind]).toEqual([id, place === keys.length - 1 ? 'act' : 'begun']);
      if (pressed.kind === 'act') expect(pressed.id).toBe(id);
      before = pressed.kind === 'begun' ? pressed.presses : [];
    }
    expect(keys.join(' ').split(' ').length).toBeLessThanOrEqual(3);
  }
});

test('a begun sequence ends with the next other key, which counts by itself', () => {
  expect(readPress(['g'], { key: 'j', shiftKey: false })).toEqual({ kind: 'act', id: 'next' });
  expect(readPress(['g'], { key: 'd', shiftKey: false })).toEqual({ kind: 'none' });
  // Shift that makes no other key of it changes nothing.
  expect(readPress([], { key: 'J', shiftKey: true })).toEqual({ kind: 'act', id: 'next' });
});

test('no key does anything while somebody types, a dialog is open, or single keys are switched off', async () => {
  const world = await open(chatAt(2));
  const field = await reply();
  await userEvent.type(field, 'jo1');
  expect([field.value, world.searchOf().chatId, world.sent('agentPickupChat')]).toEqual(['jo1', idOf(2), []]);
  blur();
  await userEvent.keyboard('e');
  await screen.findByRole('dialog');
  blur();
  await userEvent.keyboard('j');
  expect(world.searchOf().chatId).toBe(idOf(2));
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  setSingleKeys(false);
  blur();
  await userEvent.keyboard('j');
  expect(world.searchOf().chatId).toBe(idOf(2));
});

test('an act that makes no sense is neither done nor offered', async () => {
  await open(chatAt(2), { state: chatStates.closed, ownerId: idOf(77) });
  await waitFor(() => expect(offered()).toContain('transcript'));
  for (const id of ['reply', 'transfer', 'toDepartment', 'invite', 'pin', 'suspend', 'close', 'priority', 'attach'] as const)
    expect([id, offered().includes(id)]).toEqual([id, false]);
  blur();
  await userEvent.keyboard('e');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('Ctrl K lists the acts of the screen with their keys, and does the one that is chosen', async () => {
  const world = await open(chatAt(2));
  await reply();
  blur();
  const box = () => screen.queryByRole('textbox', { name: 'Search places and actions' });
  // The palette comes a moment after the screen.
  await waitFor(() => {
    if (!box()) fireEvent.keyDown(document.documentElement, { key: 'k', code: 'KeyK', ctrlKey: true });
    expect(box()).toBeTruthy();
  });
  await userEvent.type(box() as HTMLElement, 'longest');
  // Marks of what was typed part the words.
  const found = (await screen.findByText(/^Pick up the chat that waits/)).closest('button') as HTMLElement;
  expect(found.textContent).toBe('Pick up the chat that waits longestO');
  await userEvent.click(found);
  await waitFor(() => expect(world.sent('agentPickupChat')).toEqual([{}]));
});

test('an offer from before the page was opened is found by its list, and where none is there the person is told', async () => {
  const waiting = {
    chatId: idOf(81),
    customerName: 'Ada',
    customerNumber: '',
    lastMessage: '',
    transferringAgent: '',
    handlingAgent: '',
    note: '',
    channelType: 12,
    waitingSince: at,
    secondsLeft: 20,
  };
  const world = await open(chatAt(2));
  server.replies['GET /e/enterprise/chat/notifications'] = () => good([waiting]);
  await waitFor(() => expect(offered()).toContain('accept'));
  blur();
  await userEvent.keyboard('y');
  await waitFor(() => expect(world.sent('acceptTransfer')).toEqual([{ chatId: idOf(81) }]));
  server.replies['GET /e/enterprise/chat/notifications'] = () => good([]);
  await userEvent.keyboard('u');
  await waitFor(() => expect(toastTexts()).toContain('Nothing is offered to you'));
});

test('the tab of mentions lists unread notes, page after page, and keys lead through their chats', async () => {
  const world = await open('?tab=mentions');
  const rows = () => within(screen.getByRole('list', { name: 'Mentions' })).getAllByRole('listitem');
  await waitFor(() => expect(rows()).toHaveLength(2));
  expect(rows()[0]?.textContent).toContain('Ben, chat with Customer 1 Holm');
  expect(screen.getByRole('button', { name: /^Mentions/ }).getAttribute('aria-current')).toBe('page');
  await userEvent.click(screen.getByRole('button', { name: 'More mentions' }));
  await waitFor(() => expect(rows()).toHaveLength(3));
  expect(server.queriesOf('GET /e/enterprise/chat/mentions')).toContainEqual({ before: idOf(502), perPage: '30' });
  blur();
  await userEvent.keyboard('j');
  await leadsTo(1)(world);
});

test('a mention that is read as its chat is opened keeps its row and the focus until the tab is left', async () => {
  const world = await open('?tab=mentions');
  const rows = () => within(screen.getByRole('list', { name: 'Mentions' })).getAllByRole('listitem');
  await waitFor(() => expect(rows()).toHaveLength(2));
  blur();
  await userEvent.keyboard('j');
  await leadsTo(1)(world);
  const asked = server.countOf('GET /e/enterprise/chat/mentions');
  server.replies['GET /e/enterprise/chat/mentions'] = () => good({ mentions: [mention(2)], total: 1, more: false });
  world.line.receive({ type: 'mentionsChanged', data: { chatId: idOf(1) } });
  await waitFor(() =>
    expect(
      within(screen.getByRole('navigation', { name: 'Tabs of the inbox' })).getByRole('button', { name: /^Mentions/ }).textContent,
    ).toContain('1'),
  );
  expect(server.countOf('GET /e/enterprise/chat/mentions')).toBeGreaterThan(asked);
  expect([rows().length, (document.activeElement as HTMLElement).dataset.chat]).toEqual([2, idOf(1)]);
  await userEvent.keyboard('j');
  await leadsTo(2)(world);
  await userEvent.keyboard('1');
  await tab('active')(world);
  await userEvent.keyboard('4');
  await waitFor(() => expect(rows()).toHaveLength(1));
});

test('the load stands beside the status, and is read again when a chat comes or goes', async () => {
  const { line } = await open();
  expect(await screen.findByRole('img', { name: 'Chats: 2.5 of 5' })).toBeTruthy();
  server.replies['GET /e/enterprise/get_agent_status'] = () =>
    good({ agentStatus: 1, reason: '', ownStatus: null, since: null, load: 500, limit: 5 });
  line.receive({ type: 'youLeftChat', data: { chatId: idOf(3), message: '' } });
  expect(await screen.findByRole('img', { name: 'Chats: 5 of 5' })).toBeTruthy();
  // Pickups of others change nothing of one's own.
  const asked = server.countOf('GET /e/enterprise/get_agent_status');
  vi.useFakeTimers();
  line.receive({ type: 'waitingEnded', data: { chatId: idOf(90), kind: 'new', pickedBy: 'Ben' } });
  await act(() => vi.advanceTimersByTimeAsync(3_000));
  vi.useRealTimers();
  expect(server.countOf('GET /e/enterprise/get_agent_status')).toBe(asked);
});

test('the list of keys shows each act that has some', () => {
  expect(
    chatActs.flatMap(({ keys, word }) => (keys.length > 0 ? [`${shownKeys(keys).join(' ')}: ${chatWords.conversation(word)}`] : [])),
  ).toEqual(expect.arrayContaining(['G G: First chat', 'Shift A: Transfer the chat to a department', 'Esc: Back to the list']));
});
