import type { BulkOutcome, ChatAction, ChatDetail, ChatSummary, InboxChat } from '@parley/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { good, idOf, openScreens, refused, sampleMe, screenAt, stubServer } from '../../../test-screens.tsx';
import { sampleChat } from '../shared/chat.fixtures.ts';
import { ConversationPage } from './conversation-page.tsx';

const me = { ...sampleMe, permissions: ['CHAT.HANDLE'] } as typeof sampleMe;
const at = '2026-05-01T10:00:00Z';
const chatOf = (number: number, more: Partial<ChatSummary> = {}): ChatSummary => ({
  ...sampleChat,
  chatId: idOf(number),
  customerId: idOf(900 + number),
  customerName: `Customer ${number} Holm`,
  users: [{ uId: me.uId, name: me.name, emailId: '', type: 'owner', profilePic: '' }],
  participants: [me.uId],
  ownerId: me.uId,
  lastMessage: `Question ${number}`,
  lastActivityAt: new Date(Date.parse(at) - number * 60_000).toISOString(),
  createdAt: at,
  pickedUpAt: at,
  ...more,
});
const inboxRow = (number: number, more: Partial<InboxChat> = {}): InboxChat => ({ ...chatOf(number), offer: null, ...more });
const counts = {
  newChatCount: 7,
  transferredChatCount: 2,
  invitedChatCount: 1,
  assignedChatCount: 0,
  assginedChatCount: 0,
  missedChatCount: 0,
  totalChatCount: 10,
};

let own: ChatSummary[] = [];
const server = stubServer(() => ({
  'GET /e/enterprise/chat/summary': () => good(own),
  'GET /e/enterprise/chat_count': () => good(counts),
  'GET /e/enterprise/get_agent_status': () => good({ agentStatus: 1, reason: '', ownStatus: null, since: null, load: 0, limit: 5 }),
  'GET /e/enterprise/chat/inbox': ({ query }) =>
    good(
      query.before
        ? { chats: [inboxRow(53)], next: null, asOf: at }
        : { chats: [inboxRow(51), inboxRow(52)], next: `${at}_${idOf(52)}`, asOf: at },
    ),
  'GET /e/enterprise/chat/search': ({ query }) =>
    good({
      chats: query.before ? [] : [chatOf(71)],
      hits: query.before
        ? []
        : [
            {
              chatId: idOf(72),
              number: 3,
              actedOn: at,
              customerName: 'Ada',
              customerNumber: '',
              channelType: 12,
              state: 3,
              authorKind: 'customer',
              authorName: 'Ada',
              text: 'my <b>refund</b> please',
              marks: [[6, 12]],
            },
          ],
      next: query.before ? null : `${at}_${idOf(72)}_3`,
      lookedTo: query.before ? null : at,
    }),
}));

function openInbox(chats: ChatSummary[], query = '') {
  own = chats;
  return openScreens(`/chat/conversation${query}`, (root) => [screenAt(root, '/chat/conversation', () => <ConversationPage />)], me);
}
const names = (list: string) =>
  within(screen.getByRole('list', { name: list }))
    .getAllByRole('listitem')
    .map((item) => /(Customer \d+) Holm/.exec(item.textContent ?? '')?.[1]);

test('tabs show their counts, lead to their rows by click and key, and stand in the address', async () => {
  const router = openInbox([chatOf(1), chatOf(2)]);
  await waitFor(() => expect(names('Mine')).toEqual(['Customer 1', 'Customer 2']));
  const tabs = within(screen.getByRole('navigation', { name: 'Tabs of the inbox' }));
  await waitFor(() =>
    expect(tabs.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Mine2',
      'Waiting7',
      'Transfers3',
      'Mentions',
      'Missed',
      'Closed',
    ]),
  );
  await userEvent.click(tabs.getByRole('button', { name: /^Waiting/ }));
  await waitFor(() => expect(names('Waiting')).toEqual(['Customer 51', 'Customer 52']));
  for (const [key, tab] of [
    ['3', 'transfers'],
    ['4', 'mentions'],
    ['5', 'missed'],
    ['6', 'closed'],
    ['1', 'active'],
    ['2', 'waiting'],
  ]) {
    await userEvent.keyboard(key as string);
    await waitFor(() => expect(router.state.location.search).toMatchObject({ tab }));
  }
});

test('more chats come with the next page, and what is offered says by whom and with which note', async () => {
  server.replies['GET /e/enterprise/chat/inbox'] = ({ query }) => {
    const offer = { kind: 'transferred' as const, fromName: 'Ben', note: 'Knows refunds', secondsLeft: 30 };
    return good(
      query.before
        ? { chats: [inboxRow(53)], next: null, asOf: at }
        : { chats: [inboxRow(51, { offer })], next: `${at}_${idOf(51)}`, asOf: at },
    );
  };
  openInbox([], '?tab=transfers');
  expect(await screen.findByText('Ben: Knows refunds')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'More chats' }));
  await waitFor(() => expect(names('Transfers')).toEqual(['Customer 51', 'Customer 53']));
  expect(server.queriesOf('GET /e/enterprise/chat/inbox').at(-1)).toMatchObject({ before: `${at}_${idOf(51)}` });
  expect(screen.queryByRole('button', { name: 'More chats' })).toBeNull();
});

test('the own chats come longest waiting first where that is asked for', async () => {
  openInbox(
    [chatOf(1), chatOf(2, { waitingSince: '2026-05-01T09:00:00Z' }), chatOf(3, { waitingSince: '2026-05-01T08:00:00Z' })],
    '?sort=longest',
  );
  await waitFor(() => expect(names('Mine')).toEqual(['Customer 3', 'Customer 2', 'Customer 1']));
});

test('sixty rows at most of five hundred chats are on the page', async () => {
  openInbox(Array.from({ length: 500 }, (_, index) => chatOf(index + 100)));
  await waitFor(() => expect(screen.getByText('Active (500)')).toBeTruthy());
  expect(screen.queryAllByRole('listitem').length).toBeLessThanOrEqual(60);
});

test('the search shows customers and passages, whose marks and signs are text, and looks further', async () => {
  openInbox([], '?text=refund');
  const found = await screen.findByRole('region', { name: 'Found chats' });
  expect(await within(found).findByText('refund', { selector: 'mark' })).toBeTruthy();
  expect(found.textContent).toContain('my <b>refund</b> please');
  expect(within(found).getByText('Customer 71 Holm')).toBeTruthy();
  await userEvent.click(within(found).getByRole('button', { name: 'Look further' }));
  await waitFor(() => expect(server.queriesOf('GET /e/enterprise/chat/search').at(-1)).toMatchObject({ before: `${at}_${idOf(72)}_3` }));
  await waitFor(() => expect(within(found).queryByRole('button', { name: 'Look further' })).toBeNull());
});

test('a search that finds nothing is asked again, since the words of a message are written behind it', async () => {
  server.replies['GET /e/enterprise/chat/search'] = () => good({ chats: [], hits: [], next: null, lookedTo: null });
  openInbox([], '?text=just+said');
  const asked = () => server.queriesOf('GET /e/enterprise/chat/search').length;
  await waitFor(() => expect(asked()).toBe(3));
  expect(await screen.findByText('No message has these words.')).toBeTruthy();
});

/** Entries of a customer up to `last`, of which a page holds as many as it is asked for. */
function pageOf(last: number, perPage: number): ChatDetail {
  const from = Math.max(1, last - perPage + 1);
  const messages = Array.from({ length: last - from + 1 }, (_, place): ChatAction => {
    const number = from + place;
    return {
      actionId: idOf(2000 + number),
      number,
      actionType: 1,
      actionBy: idOf(972),
      authorKind: 'customer',
      userName: 'Ada',
      message: `Word ${number}`,
      attachment: null,
      status: 2,
      deliveryStatus: 2,
      channelErrorCode: '',
      channelErrorDesc: '',
      actedOn: at,
      detail: {},
      key: '',
    };
  });
  const customer = {
    ...{ customerId: idOf(972), name: 'Ada', number: '', emailId: '', isHidden: false, firstSeenAt: at, previousChats: [] },
    visit: { pageUrl: '', pageTitle: '', userAgent: '', language: '' },
  };
  return {
    ...chatOf(72, { state: 3, lastNumber: 600 }),
    ...{ deptId: '', messages, hasOlder: from > 1, sides: [], lastSide: 0, customer, pendingTransfer: null, returnsTo: null },
  };
}

test('a found message opens its chat there, whose record is read back to it by the largest pages, and the address keeps it', async () => {
  server.replies[`GET /e/enterprise/chat/${idOf(72)}`] = ({ query }) =>
    good(query.before ? pageOf(Number(query.before) - 1, Number(query.perPage)) : pageOf(600, 50));
  const router = openInbox([], '?text=refund');
  const searchOf = () => router.state.location.search;
  const found = await screen.findByRole('region', { name: 'Found chats' });
  const hit = (await within(found).findByText('refund', { selector: 'mark' })).closest('button') as HTMLElement;
  await userEvent.click(hit);
  await waitFor(() => expect(searchOf()).toMatchObject({ chatId: idOf(72), message: 3 }));
  const pages = () => server.queriesOf(`GET /e/enterprise/chat/${idOf(72)}`).map(({ before, perPage }) => [before, perPage]);
  await waitFor(() =>
    expect(pages()).toEqual([
      [undefined, undefined],
      ['551', '200'],
      ['351', '200'],
      ['151', '200'],
    ]),
  );
  await waitFor(() => expect(screen.queryByText('Looking for the message …')).toBeNull());
  expect(hit.getAttribute('aria-current')).toBe('true');
  // Another chat is opened where it is read on.
  await userEvent.click(within(found).getByText('Customer 71 Holm'));
  await waitFor(() => expect(searchOf()).toEqual({ text: 'refund', chatId: idOf(71) }));
});

test('CHAT-045 the conversation has the list of chats, the open chat with its messages and a composer, and the customer beside it', async () => {
  vi.stubGlobal('matchMedia', (media: string) => ({
    matches: media.includes('min-width'),
    media,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
  server.replies[`GET /e/enterprise/chat/${idOf(1)}`] = () => good({ ...pageOf(2, 2), ...chatOf(1) });
  openInbox([chatOf(1), chatOf(2)], `?chatId=${idOf(1)}`);
  await waitFor(() => expect(names('Mine')).toEqual(['Customer 1', 'Customer 2']));
  expect(await screen.findByRole('log', { name: 'Messages' })).toBeTruthy();
  expect(screen.getByRole('textbox', { name: /Customer 1 Holm/ })).toBeTruthy();
  const customer = screen.getByRole('complementary', { name: 'Customer' });
  expect(within(customer).getByRole('heading', { name: 'Customer' })).toBeTruthy();
});

test('the own chats above and below the open one are read ahead, each once, and no others', async () => {
  for (const number of [1, 2, 3, 4, 5])
    server.replies[`GET /e/enterprise/chat/${idOf(number)}`] = () => good({ ...pageOf(1, 1), ...chatOf(number) });
  const timesRead = () => [1, 2, 3, 4, 5].map((number) => server.queriesOf(`GET /e/enterprise/chat/${idOf(number)}`).length);
  openInbox(
    [1, 2, 3, 4, 5].map((number) => chatOf(number)),
    `?chatId=${idOf(2)}`,
  );
  await waitFor(() => expect(timesRead()).toEqual([1, 1, 1, 0, 0]));
  await userEvent.click(await screen.findByRole('button', { name: /Customer 3 Holm/ }));
  await waitFor(() => expect(timesRead()).toEqual([1, 1, 1, 1, 0]));
});

test('X selects, Shift X a range; each chat that is refused is named with the reason', async () => {
  const outcome: BulkOutcome = { done: [idOf(1)], refused: [{ chatId: idOf(2), code: 'chat.label_needed', message: 'Give it a label.' }] };
  server.replies['POST /e/enterprise/chat/bulk'] = () => good(outcome);
  openInbox([chatOf(1), chatOf(2), chatOf(3)]);
  const row = async (number: number) => (await screen.findByText(`Question ${number}`)).closest('button') as HTMLElement;
  (await row(1)).focus();
  await userEvent.keyboard('x');
  expect(await screen.findByText('1 chat selected')).toBeTruthy();
  (await row(3)).focus();
  await userEvent.keyboard('{Shift>}X{/Shift}');
  expect(await screen.findByText('3 chats selected')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Close chat' }));
  expect(await screen.findByText('Customer 2 Holm: Give it a label.')).toBeTruthy();
  expect(server.bodyOf('POST /e/enterprise/chat/bulk')).toEqual({
    chatIds: [idOf(1), idOf(2), idOf(3)],
    act: { kind: 'close', feedback: '' },
  });
  await userEvent.click(screen.getByRole('button', { name: 'Done' }));
  expect(await screen.findByText('1 chat selected')).toBeTruthy();
});

const rowOf = async (number: number) => (await screen.findByText(`Question ${number}`)).closest('button') as HTMLElement;
const bulk = 'POST /e/enterprise/chat/bulk';

test('the reasons of a refusal stay while the refused chats leave the list', async () => {
  server.replies[bulk] = () => {
    own = [chatOf(2)];
    return good({ done: [], refused: [{ chatId: idOf(1), code: 'chat.not_found', message: 'It is closed by now.' }] });
  };
  openInbox([chatOf(1), chatOf(2)]);
  (await rowOf(1)).focus();
  await userEvent.keyboard('x');
  await userEvent.click(await screen.findByRole('button', { name: 'Close' }));
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Close chat' }));
  await waitFor(() => expect(screen.queryByText('Question 1')).toBeNull());
  expect(await screen.findByText('Customer 1 Holm: It is closed by now.')).toBeTruthy();
});

test('labels are not taken from many chats by a form that was left empty', async () => {
  server.replies['GET /e/enterprise/chat/labels'] = () => good([]);
  openInbox([chatOf(1)]);
  (await rowOf(1)).focus();
  await userEvent.keyboard('x');
  await userEvent.click(await screen.findByRole('button', { name: 'Label' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText('Please choose a label.')).toBeTruthy();
  expect(server.countOf(bulk)).toBe(0);
});

test('the box of a row keeps the focus, and the single keys go on with that row', async () => {
  const router = openInbox([chatOf(1), chatOf(2)]);
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select the chat with Customer 2 Holm' }));
  expect(await screen.findByText('1 chat selected')).toBeTruthy();
  await userEvent.keyboard('x');
  await waitFor(() => expect(screen.queryByText('1 chat selected')).toBeNull());
  await userEvent.keyboard('j');
  await waitFor(() => expect(router.state.location.search).toMatchObject({ chatId: idOf(1) }));
});

test('no key reaches the rows that the finds of a search have hidden, and what was selected there is not acted on', async () => {
  const router = openInbox([], '?tab=waiting');
  (await rowOf(51)).focus();
  await userEvent.keyboard('x');
  expect(await screen.findByText('1 chat selected')).toBeTruthy();
  await userEvent.type(screen.getByLabelText('Name, number or words of a message'), 'refund');
  await screen.findByRole('region', { name: 'Found chats' });
  expect(screen.queryByText('1 chat selected')).toBeNull();
  (document.activeElement as HTMLElement).blur();
  await userEvent.keyboard('jx');
  expect([router.state.location.search, screen.queryByText('1 chat selected')]).toEqual([
    expect.not.objectContaining({ chatId: expect.anything() }),
    null,
  ]);
});

test('a page that did not come is read again when the person asks, and not by itself', async () => {
  const rows = Array.from({ length: 70 }, (_, index) => inboxRow(100 + index));
  server.replies['GET /e/enterprise/chat/inbox'] = ({ query }) =>
    query.before ? refused('chat.not_found', 'No such page.') : good({ chats: rows, next: `${at}_${idOf(169)}`, asOf: at });
  openInbox([], '?tab=closed');
  // The last row is in sight at once, so the next page is read by itself.
  const again = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.getByText('No such page.')).toBeTruthy();
  expect(server.countOf('GET /e/enterprise/chat/inbox')).toBe(2);
  await userEvent.click(again);
  await waitFor(() => expect(server.countOf('GET /e/enterprise/chat/inbox')).toBe(3));
});
