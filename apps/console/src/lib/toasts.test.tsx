import { MantineProvider } from '@mantine/core';
import { Notifications, notifications, notificationsStore } from '@mantine/notifications';
import { act, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { showToast, toastDurationMs } from './toasts.ts';

afterEach(() => act(() => notifications.clean()));

test('WIDGET-018 WIDGET-022 one toast at a time, the newer replaces the older', async () => {
  render(
    <MantineProvider env="test">
      <Notifications limit={1} />
    </MantineProvider>,
  );
  act(() => showToast('info', 'first'));
  expect(await screen.findByText('first')).toBeTruthy();
  act(() => showToast('error', 'second'));
  expect(await screen.findByText('second')).toBeTruthy();
  await vi.waitFor(() => expect(screen.queryByText('first')).toBeNull());
});

test('WIDGET-019 WIDGET-020 WIDGET-021 errors and warnings stay 8 s, news 5 s, events 6 s', () => {
  expect([
    toastDurationMs('error'),
    toastDurationMs('warning'),
    toastDurationMs('info'),
    toastDurationMs('success'),
    toastDurationMs('event'),
  ]).toEqual([8000, 8000, 5000, 5000, 6000]);
});

test('a toast with a button stays longer than one of words alone', () => {
  showToast('success', <button type="button">Restore</button>);
  expect(notificationsStore.getState().notifications.map(({ autoClose }) => autoClose)).toEqual([12_000]);
});
