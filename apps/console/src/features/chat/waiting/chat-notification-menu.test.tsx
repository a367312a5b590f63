import { Notifications } from '@mantine/notifications';
import type { ChatCounts, Me } from '@parley/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { loadAppConfig } from '../../../lib/app-config.ts';
import { draw } from '../../../test-draw.tsx';
import { stubFetch } from '../../../test-fetch.ts';
import { openLine } from '../../../test-line.ts';
import { meQuery } from '../../account/shared/me.ts';
import { type SoundName, soundScores } from '../../account/shared/sounds.ts';
import { chatConfigQuery, chatCountsQuery } from '../shared/chat.queries.ts';
import { ChatNotificationMenu } from './chat-notification-menu.tsx';

/** Tones played. Like a page, this file keeps one synthesiser for its whole life. */
let rung: { hertz: number; volume: number }[] = [];
class FakeNode {
  readonly gain = { value: 0, setValueAtTime: () => {}, exponentialRampToValueAtTime: () => {} };
  readonly frequency = { value: 0 };
  next: FakeNode | undefined;
  connect(next: FakeNode) {
    this.next = next;
    return next;
  }
  disconnect() {}
  start() {
    rung.push({ hertz: this.frequency.value, volume: this.next?.next?.gain.value ?? 0 });
  }
  stop() {}
}
class FakeAudioContext {
  readonly currentTime = 0;
  readonly destination = new FakeNode();
  readonly createGain = () => new FakeNode();
  readonly createOscillator = () => new FakeNode();
  resume = async () => {};
}
const tonesOf = (name: SoundName, volume: number, count: number) =>
  Array.from({ length: count }, () => soundScores[name].map(({ hertz }) => ({ hertz, volume }))).flat();

/** The browser's notifications that were shown; the test clicks them. */
let shown: FakeNotification[] = [];
class FakeNotification {
  static permission = 'granted';
  onclick = () => {};
  readonly title: string;
  constructor(title: string) {
    this.title = title;
    shown.push(this);
  }
  close() {}
}

const counts: ChatCounts = {
  newChatCount: 4,
  transferredChatCount: 1,
  invitedChatCount: 2,
  assignedChatCount: 5,
  assginedChatCount: 5,
  missedChatCount: 3,
  totalChatCount: 15,
};
const me = {
  uId: 'nina',
  permissions: ['CHAT.HANDLE'],
  enableChatNotification: true,
  audioSettings: {
    enable: true,
    sounds: [
      { type: 'new_chat', sound: 'Happy Bells', volume: 60, repeat: 3 },
      { type: 'new_message', sound: 'Magic Marimba', volume: 20, repeat: 1 },
    ],
  },
} as unknown as Me;

let line: ReturnType<typeof openLine>;
beforeEach(() => {
  shown = [];
  rung = [];
  line = openLine();
  line.accept();
  vi.stubGlobal('AudioContext', FakeAudioContext);
  vi.stubGlobal('Notification', FakeNotification);
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  vi.stubGlobal('focus', () => {});
});
const pickups = () => line.sent.flatMap(({ type, data }) => (type === 'agentPickupChat' ? [data] : []));

async function drawMenu({ address = '/', canChoose = false } = {}) {
  const client = new QueryClient();
  client.setQueryData(meQuery.queryKey, me);
  client.setQueryData(chatCountsQuery.queryKey, counts);
  client.setQueryData(chatConfigQuery.queryKey, { customChatSelection: canChoose } as never);
  const router = createRouter({
    routeTree: createRootRoute({ component: ChatNotificationMenu, notFoundComponent: ChatNotificationMenu }),
    history: createMemoryHistory({ initialEntries: [address] }),
  });
  draw(
    <QueryClientProvider client={client}>
      <RouterProvider router={router as never} />
      <Notifications />
    </QueryClientProvider>,
  );
  await screen.findByRole('button', { name: /^Chat notifications/ });
  return router;
}
const started = { type: 'customerStartChat', data: { chatId: 'a', customerName: 'Ada', lastMessage: 'please reply', channelType: 12 } };
const replied = {
  type: 'customerReply',
  data: {
    chatId: '00000000-0000-7000-8000-000000000001',
    action: { number: 2, actionType: 1, authorKind: 'customer', userName: 'Ada', message: 'hello', attachment: null, detail: {}, key: '' },
  },
};

test('NOTIF-005 the dropdown is there by default, and whoever chooses the box has its four counts until it is docked again', async () => {
  await drawMenu();
  expect(screen.queryByRole('region', { name: 'Chat notifications' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: /^Chat notifications/ }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Show as floating box' }));
  expect(await screen.findByRole('region', { name: 'Chat notifications' })).toBeTruthy();
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Transferred1', 'New4', 'Invited2', 'Missed3']);
  await userEvent.click(screen.getByRole('button', { name: 'Show in the top bar' }));
  expect(await screen.findByRole('button', { name: /^Chat notifications/ })).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Chat notifications' })).toBeNull();
});

test('an address opens the list of waiting chats to choose from, until it is closed', async () => {
  stubFetch(async (address) => {
    const answer = address.startsWith('/e/enterprise/agents') ? { data: null, response: { users: [], more: false } } : { data: [] };
    return Response.json({ status: true, code: '100', message: '', ...answer });
  });
  const router = await drawMenu({ address: '/?choose=new', canChoose: true });
  const list = await screen.findByRole('dialog', { name: 'Chat Notification' });
  await userEvent.click(within(list).getByText('Close'));
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(router.state.location.search).toEqual({});
});

test('NOTIF-017 NOTIF-020 NOTIF-043 a click on the news of a chat opens the conversation and asks; Ignore only closes the question', async () => {
  const router = await drawMenu();
  line.receive(started);
  act(() => shown[0]?.onclick());
  expect(await screen.findByText('Do you want pickup this chat ?')).toBeTruthy();
  expect(router.state.location.pathname).toBe('/chat/conversation');
  await userEvent.click(screen.getByRole('button', { name: 'Ignore' }));
  await vi.waitFor(() => expect(screen.queryByText('Do you want pickup this chat ?')).toBeNull());
  expect(pickups()).toEqual([]);
});

test('NOTIF-017 Pickup takes the very chat that the notification told of', async () => {
  await drawMenu();
  line.receive(started);
  act(() => shown[0]?.onclick());
  await userEvent.click(await screen.findByRole('button', { name: 'Pickup' }));
  expect(pickups()).toEqual([{ chatId: 'a' }]);
});

test('NOTIF-017 NOTIF-020 a click on the news of a reply opens its chat and asks nothing', async () => {
  const router = await drawMenu();
  line.receive(replied);
  act(() => shown[0]?.onclick());
  await vi.waitFor(() => expect(router.state.location.href).toBe(`/chat/conversation?chatId=${replied.data.chatId}`));
  expect(screen.queryByText('Do you want pickup this chat ?')).toBeNull();
});

test('an offered chat is told with its sender and the time left, and is declined there; when it ends the words go', async () => {
  await drawMenu();
  const offered = {
    type: 'transferWaiting',
    data: { chatId: 'a', customerName: 'Ada', by: 'Omar', note: 'Wants a refund', acceptWithinSeconds: 60 },
  };
  line.receive(offered);
  expect(await screen.findByText('Omar transfers the chat with Ada to you.')).toBeTruthy();
  expect(screen.getByText('Wants a refund')).toBeTruthy();
  expect(screen.getByText(/^(60|5\d) seconds left$/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Decline Ada' }));
  expect(line.sent.at(-1)).toMatchObject({ type: 'declineOffer', data: { chatId: 'a', kind: 'transferred' } });
  await vi.waitFor(() => expect(screen.queryByText('Omar transfers the chat with Ada to you.')).toBeNull());

  line.receive(offered);
  expect(await screen.findByText('Omar transfers the chat with Ada to you.')).toBeTruthy();
  line.receive({ type: 'waitingEnded', data: { chatId: 'a', kind: 'transferred', pickedBy: '' } });
  await vi.waitFor(() => expect(screen.queryByText('Omar transfers the chat with Ada to you.')).toBeNull());
});

test('NOTIF-040 each kind of news sounds as the user has set it, as often as set', async () => {
  await drawMenu();
  line.receive(started);
  line.receive(replied);
  expect(rung).toEqual([...tonesOf('Happy Bells', 0.6, 3), ...tonesOf('Magic Marimba', 0.2, 1)]);
});

test('SHELL-064 skipWebsocketNotification stops the notifications of the browser, and no sound', async () => {
  stubFetch(async () => Response.json({ environment: { skipWebsocketNotification: true } }));
  await loadAppConfig();
  await drawMenu();
  line.receive(started);
  expect([rung, shown]).toEqual([tonesOf('Happy Bells', 0.6, 3), []]);
});

test('a quiet tab makes no sound and still shows the news', async () => {
  await drawMenu();
  await userEvent.click(screen.getByRole('button', { name: /^Chat notifications/ }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Turn off sounds in this tab' }));
  line.receive(started);
  expect(rung).toEqual([]);
  expect(shown.map(({ title }) => title)).toEqual(['New chat']);
});
