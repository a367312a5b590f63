import { MantineProvider } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { act, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { showToast } from '../lib/toasts.ts';
import { Toaster } from './toaster.tsx';

test('WIDGET-022 one toast at a time, the newer replaces the older', async () => {
  render(
    <MantineProvider env="test">
      <Toaster />
    </MantineProvider>,
  );
  act(() => showToast('info', 'first'));
  expect(await screen.findByText('first')).toBeTruthy();
  act(() => showToast('error', 'second'));
  expect(await screen.findByText('second')).toBeTruthy();
  await vi.waitFor(() => expect(screen.queryByText('first')).toBeNull());
});

test('WIDGET-018 info, success, error and warning are shown by themselves, one at a time; event is a fifth, for what others do', async () => {
  render(
    <MantineProvider env="test">
      <Toaster />
    </MantineProvider>,
  );
  for (const kind of ['info', 'success', 'error', 'warning', 'event'] as const) {
    act(() => showToast(kind, `of ${kind}`));
    expect(await screen.findByText(`of ${kind}`)).toBeTruthy();
    await vi.waitFor(() => expect(screen.getAllByText(/^of /).map((toast) => toast.textContent)).toEqual([`of ${kind}`]));
  }
  // Two toasts are open; only one is in sight.
  act(() => {
    for (const message of ['of one', 'of two']) notifications.show({ message });
  });
  expect(screen.getAllByText(/^of /)).toHaveLength(1);
});
