import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { meQuery } from '../me.ts';
import { chatKeys } from './chat.queries.ts';
import { useChatLive } from './use-chat-live.ts';

const start = () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const client = new QueryClient();
  client.setQueryData(meQuery.queryKey, { uId: 'me' } as never);
  const invalidated = vi.spyOn(client, 'invalidateQueries');
  const wrapper = ({ children }: { children: ReactNode }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>;
  return { invalidated, ...renderHook(() => useChatLive(), { wrapper }) };
};

test('NOTIF-022 the window event updateChatCount refreshes the counts, many of them once', () => {
  const { invalidated } = start();
  act(() => {
    dispatchEvent(new Event('updateChatCount'));
    dispatchEvent(new Event('updateChatCount'));
    vi.advanceTimersByTime(2_000);
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
