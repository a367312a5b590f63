import type { ChatCounts, LiveEvent, Me } from '@parley/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { draw } from '../../../test-draw.tsx';
import { meQuery } from '../../account/shared/me.ts';
import { chatConfigQuery, chatCountsQuery } from '../shared/chat.queries.ts';
import { ChatNotificationMenu } from './chat-notification-menu.tsx';

const line = vi.hoisted(() => {
  const listeners = new Set<(event: LiveEvent) => void>();
  return {
    listeners,
    playSound: vi.fn(() => () => {}),
    client: {
      state: () => ({ kind: 'open' }),
      onState: () => () => {},
      onEvent: (listener: (event: LiveEvent) => void) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      request: vi.fn(async () => null),
      tell: () => {},
    },
  };
});
vi.mock('../../../lib/live.ts', () => ({ liveClient: line.client }));
vi.mock('../../account/shared/sounds.ts', () => ({ playSound: line.playSound }));

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

beforeEach(() => {
  localStorage.clear();
  shown = [];
  vi.stubGlobal('Notification', FakeNotification);
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  vi.stubGlobal('focus', () => {});
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  line.client.request.mockClear();
  line.playSound.mockClear();
});

async function drawMenu() {
  const client = new QueryClient();
  client.setQueryData(meQuery.queryKey, me);
  client.setQueryData(chatCountsQuery.queryKey, counts);
  client.setQueryData(chatConfigQuery.queryKey, { customChatSelection: false } as never);
  const router = createRouter({
    routeTree: createRootRoute({ component: ChatNotificationMenu, notFoundComponent: ChatNotificationMenu }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  });
  draw(
    <QueryClientProvider client={client}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  await screen.findByRole('button', { name: /^Chat notifications/ });
  return router;
}
const tell = (event: object) => act(() => line.listeners.forEach((listener) => void listener(event as LiveEvent)));
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

test('NOTIF-017 NOTIF-020 NOTIF-043 a click on the news of a chat opens the conversation and asks; Ignore only closes the question', async () => {
  const router = await drawMenu();
  tell(started);
  act(() => shown[0]?.onclick());
  expect(await screen.findByText('Do you want pickup this chat ?')).toBeTruthy();
  expect(router.state.location.pathname).toBe('/chat/conversation');
  await userEvent.click(screen.getByRole('button', { name: 'Ignore' }));
  await vi.waitFor(() => expect(screen.queryByText('Do you want pickup this chat ?')).toBeNull());
  expect(line.client.request).not.toHaveBeenCalled();
});

test('NOTIF-017 Pickup takes the very chat that the notification told of', async () => {
  await drawMenu();
  tell(started);
  act(() => shown[0]?.onclick());
  await userEvent.click(await screen.findByRole('button', { name: 'Pickup' }));
  expect(line.client.request).toHaveBeenCalledExactlyOnceWith('agentPickupChat', { chatId: 'a' });
});

test('NOTIF-017 NOTIF-020 a click on the news of a reply opens its chat and asks nothing', async () => {
  const router = await drawMenu();
  tell(replied);
  act(() => shown[0]?.onclick());
  await vi.waitFor(() => expect(router.state.location.href).toBe(`/chat/conversation?chatId=${replied.data.chatId}`));
  expect(screen.queryByText('Do you want pickup this chat ?')).toBeNull();
});

test('NOTIF-040 each kind of news sounds as the user has set it, as often as set', async () => {
  await drawMenu();
  tell(started);
  tell(replied);
  expect(line.playSound.mock.calls).toEqual([
    ['Happy Bells', 60, 3],
    ['Magic Marimba', 20, 1],
  ]);
});

test('a quiet tab makes no sound and still shows the news', async () => {
  await drawMenu();
  await userEvent.click(screen.getByRole('button', { name: /^Chat notifications/ }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Quiet in this tab' }));
  tell(started);
  expect(line.playSound).not.toHaveBeenCalled();
  expect(shown.map(({ title }) => title)).toEqual(['New chat']);
});
