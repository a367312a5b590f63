import { notificationsStore } from '@mantine/notifications';
import { expect, test } from 'vitest';
import { showToast } from './toasts.ts';

test('WIDGET-019 WIDGET-020 WIDGET-021 errors and warnings stay 8 s, news 5 s, events 6 s', () => {
  const stays = (['error', 'warning', 'info', 'success', 'event'] as const).map((kind) => {
    showToast(kind, kind);
    const [toast, ...others] = notificationsStore.getState().notifications;
    return [toast?.message, toast?.autoClose, others.length];
  });
  expect(stays).toEqual([
    ['error', 8000, 0],
    ['warning', 8000, 0],
    ['info', 5000, 0],
    ['success', 5000, 0],
    ['event', 6000, 0],
  ]);
});

test('a toast with a button stays longer than one of words alone', () => {
  showToast('success', <button type="button">Restore</button>);
  expect(notificationsStore.getState().notifications.map(({ autoClose }) => autoClose)).toEqual([12_000]);
});

test('RT-037 RT-043 the reply and the event of one failure are one toast', () => {
  const standing = () => notificationsStore.getState().notifications.map(({ id, message }) => [id, message]);
  showToast('error', 'Picked up by Omar Khan');
  const first = standing();
  showToast('error', 'Picked up by Omar Khan');
  expect(standing()).toEqual(first);
  showToast('success', 'Picked up by Omar Khan');
  expect(standing()).not.toEqual(first);
});
