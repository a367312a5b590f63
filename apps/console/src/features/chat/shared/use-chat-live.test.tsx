import { type ChatAction, live } from '@parley/contract';
import { QueryClient, QueryClientProvider, QueryObserver } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { openLine } from '../../../test-line.ts';
import { meQuery } from '../../account/shared/me.ts';
import { sampleChat } from './chat.fixtures.ts';
import { chatKeys } from './chat.queries.ts';
import { useChatLive } from './use-chat-live.ts';

const start = (address = '/') => {
  vi.useFakeTimers();
  const line = openLine();
  const client = new QueryClient();
  client.setQueryData(meQuery.queryKey, { uId: 'me' } as never);
  const invalidated = vi.spyOn(client, 'invalidateQueries');
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory({ initialEntries: [address] }) });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>
      <RouterContextProvider router={router as never}>{children}</RouterContextProvider>
    </QueryClientProvider>
  );
  return { client, invalidated, line, router, ...renderHook(() => useChatLive(), { wrapper }) };
};

test('NOTIF-022 the window event updateChatCount refreshes the counts, many of them once', async () => {
  const { invalidated } = start();
  await act(async () => {
    dispatchEvent(new Event('updateChatCount'));
    dispatchEvent(new Event('updateChatCount'));
    await vi.advanceTimersByTimeAsync(2_000);
  });
  expect(invalidated).toHaveBeenCalledExactlyOnceWith({ queryKey: chatKeys.counts() });
});

test('NOTIF-022 once the screen is gone nobody listens', () => {
  const { invalidated, unmount } = start();
  unmount();
  dispatchEvent(new Event('updateChatCount'));
  vi.advanceTimersByTime(2_000);
  expect(invalidated).not.toHaveBeenCalled();
});

test('chats read before the line was open are read again once it is, and so after each break', async () => {
  const { invalidated, line } = start();
  for (const times of [1, 2]) {
    line.accept();
    await vi.waitFor(() => expect(invalidated).toHaveBeenCalledTimes(times));
    line.lose();
    vi.advanceTimersByTime(live.firstReconnectMs);
  }
  expect(invalidated).toHaveBeenLastCalledWith({ queryKey: chatKeys.all });
});

test('a chat that starts to wait while the counts are being read is not lost: they are read once more', async () => {
  const { client, invalidated, line } = start();
  let answer = (_counts: unknown) => {};
  void client.fetchQuery({ queryKey: chatKeys.counts(), queryFn: () => new Promise((resolve) => (answer = resolve)) });
  line.receive({ type: 'customerStartChat', data: { chatId: '1', customerName: '', lastMessage: '' } });
  await act(async () => answer({ newChatCount: 0, totalChatCount: 0 }));
  expect(invalidated).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(invalidated).toHaveBeenCalledExactlyOnceWith({ queryKey: chatKeys.counts() });
});

test('RT-030 a message that comes before the first answer with its chat is not lost: the chat is asked for once more', async () => {
  const { client, line } = start();
  const { chatId } = sampleChat;
  const answers: ((detail: unknown) => void)[] = [];
  const observer = new QueryObserver(client, {
    queryKey: chatKeys.detail(chatId),
    queryFn: () => new Promise<unknown>((resolve) => answers.push(resolve)),
  });
  observer.subscribe(() => {});
  const action = { number: 7, actionType: 1, authorKind: 'customer', message: 'And when are you open?', detail: {}, key: '' };
  line.receive({ type: 'customerReply', data: { chatId, action } });
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  await act(async () => answers[0]?.({ ...sampleChat, messages: [] }));
  await act(async () => answers[1]?.({ ...sampleChat, messages: [action] }));
  expect(observer.getCurrentResult().data).toMatchObject({ messages: [action] });
});

test('an event behind an answer is laid over it, and nothing is read again', async () => {
  const { client, invalidated, line } = start();
  client.setQueryData(chatKeys.counts(), { newChatCount: 0, totalChatCount: 0 } as never);
  line.receive({ type: 'customerStartChat', data: { chatId: '1', customerName: '', lastMessage: '' } });
  vi.advanceTimersByTime(2_000);
  expect(client.getQueryData(chatKeys.counts())).toMatchObject({ newChatCount: 1, totalChatCount: 1 });
  expect(invalidated).not.toHaveBeenCalled();
});

const chatId = '00000000-0000-7000-8000-000000000001';
const otherId = '00000000-0000-7000-8000-000000000002';
const pickedUp = (id: string) => ({
  type: 'agentPickupChat',
  data: { chatId: id, chat: { chatId: id, state: 1, isPinned: false, lastActivityAt: '2024-01-05T10:00:00.000Z', users: [] } },
});
const endedBy = (id: string) => ({
  type: 'agentEndChat',
  data: { chatId: id, action: { number: 3, actionType: 6, authorKind: 'agent', actionBy: 'nina', message: '', detail: {}, key: '' } },
});
const see = (state: 'visible' | 'hidden') => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
};

test('a chat that was picked up is shown, in one step and from any screen; of two in a row it is the second', () => {
  see('visible');
  const { line, router } = start('/dashboard');
  line.receive(pickedUp(chatId));
  expect(router.history.location.href).toBe(`/chat/conversation?chatId=${chatId}`);
  expect(router.history.length).toBe(2);
  line.receive(pickedUp(otherId));
  expect(router.history.location.href).toBe(`/chat/conversation?chatId=${otherId}`);
});

test('a chat picked up in another window leads nobody away in a hidden one', () => {
  see('hidden');
  const { line, router } = start('/dashboard');
  line.receive(pickedUp(chatId));
  expect(router.history.location.href).toBe('/dashboard');
});

test('a chat that goes away leaves the screen when it is the one shown, and takes no other with it', () => {
  see('visible');
  const { line, router } = start(`/chat/conversation?chatId=${chatId}&unread=true`);
  line.receive(endedBy(otherId));
  expect(router.history.location.href).toContain(chatId);
  line.receive(endedBy(chatId));
  expect(router.history.location.href).toBe('/chat/conversation?unread=true');
});

test('a translation goes with the words that it is of, and stays where a message is reacted to', () => {
  const { client, line } = start();
  const { chatId } = sampleChat;
  const key = [...chatKeys.translations(chatId), 'en'];
  const action = { actionType: 1, authorKind: 'customer', number: 7, message: 'Hallo', detail: {} } as unknown as ChatAction;
  client.setQueryData(chatKeys.detail(chatId), { ...sampleChat, messages: [action] });
  const translations = [7, 8].map((number) => ({ number, language: 'en', text: 'Hello' }));
  client.setQueryData(key, translations);
  const change = (to: Partial<ChatAction>) => {
    line.receive({ type: 'entryChanged', data: { chatId, action: { ...action, ...to } } });
    return client.getQueryData(key);
  };
  expect(change({ detail: { reaction: { emoji: '👍', at: '' } } })).toEqual(translations);
  expect(change({ message: 'Servus' })).toEqual([translations[1]]);
  client.setQueryData(key, translations);
  expect(change({ message: 'Servus', detail: { revoked: { at: '' } } })).toEqual([translations[1]]);
});
