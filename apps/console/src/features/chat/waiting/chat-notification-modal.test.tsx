import { notificationsStore } from '@mantine/notifications';
import type { NotificationChat, WaitingKind } from '@parley/contract';
import { act, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { draw } from '../../../test-draw.tsx';
import { stubFetch } from '../../../test-fetch.ts';
import { ChatNotificationModal } from './chat-notification-modal.tsx';

const chatId = '7d1f6a52-0d7b-4b52-9d7c-2f1c61f0a001';
const chat: NotificationChat = {
  chatId,
  customerName: 'Ada',
  customerNumber: '+91 98',
  lastMessage: 'Where is it?',
  transferringAgent: '',
  handlingAgent: '',
  note: '',
  channelType: 12,
  waitingSince: '2026-01-01T10:00:00Z',
  secondsLeft: null,
};
const toasts = () => notificationsStore.getState().notifications.map(({ message }) => message);

/** @param list what the list of waiting chats answers; nothing when the request does not arrive */
function drawModal(list: object | undefined, kind: WaitingKind = 'new') {
  const asked: string[] = [];
  stubFetch(async (address: string) => {
    asked.push(address);
    if (address.includes('/agents'))
      return Response.json({ status: true, code: '100', message: '', data: null, response: { users: [], more: false } });
    if (!list) throw new TypeError('Failed to fetch');
    return Response.json(list);
  });
  const on = { onClose: vi.fn(), onPickup: vi.fn(async () => true), onDecline: vi.fn(async () => {}) };
  draw(<ChatNotificationModal kind={kind} {...on} />);
  return { ...on, asked };
}
/** The list of new chats, and a way to that of the missed ones. */
function TwoKinds({ onClose }: { onClose: () => void }) {
  const [kind, setKind] = useState<WaitingKind>('new');
  return (
    <>
      <button type="button" onClick={() => setKind('missed')}>
        Missed
      </button>
      <ChatNotificationModal kind={kind} onClose={onClose} onPickup={async () => true} onDecline={async () => {}} />
    </>
  );
}
const good = { status: true, code: '100', message: '', data: [chat] };

test('NOTIF-011 NOTIF-033 the modal is named Chat Notification and lists what the call for its kind answers', async () => {
  const { asked } = drawModal(good);
  expect(await screen.findByRole('dialog', { name: 'Chat Notification' })).toBeTruthy();
  expect(await screen.findByRole('cell', { name: 'Where is it?' })).toBeTruthy();
  expect(asked).toContain('/e/enterprise/chat/notifications?type=new');
});

test('new words of a waiting customer, and customers who come to wait, are shown while the list is open', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const answer = { ...good };
  drawModal(answer);
  expect(await screen.findByRole('cell', { name: 'Where is it?' })).toBeTruthy();
  answer.data = [
    { ...chat, lastMessage: '*Hello?*' },
    { ...chat, chatId: '7d1f6a52-0d7b-4b52-9d7c-2f1c61f0a002', customerName: 'Grace', lastMessage: 'Me too' },
  ];
  await act(() => vi.advanceTimersByTimeAsync(3_000));
  expect((await screen.findAllByRole('row')).map((row) => row.textContent)).toEqual([
    'Customer NameCustomer NumberLast MessageTypeAction',
    'Ada+91 98Hello?WEBPickup',
    'Grace+91 98Me tooWEBPickup',
  ]);
});

test('an offered chat shows the time left and can be declined; after its time it is gone', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const answer = { ...good, data: [{ ...chat, note: 'Wants a refund', secondsLeft: 2 }] };
  const { onDecline } = drawModal(answer, 'transferred');
  expect(await screen.findByText('2 seconds left')).toBeTruthy();
  expect(screen.getByRole('cell', { name: 'Where is it? Note: Wants a refund' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Decline Ada' }));
  expect(onDecline).toHaveBeenCalledExactlyOnceWith('transferred', chatId);
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(screen.getByText('1 second left')).toBeTruthy();
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(screen.queryByRole('button', { name: 'Pickup Ada' })).toBeNull();
  expect(screen.getByText('No Record')).toBeTruthy();
});

test('NOTIF-015 a Close button closes it and picks nothing up', async () => {
  const { onClose, onPickup } = drawModal(good);
  await userEvent.click((await screen.findAllByRole('button', { name: 'Close' })).at(-1) as HTMLElement);
  expect(onClose).toHaveBeenCalledOnce();
  expect(onPickup).not.toHaveBeenCalled();
});

test('NOTIF-016 it closes 200 ms after a pickup', async () => {
  const { onClose, onPickup } = drawModal(good);
  const pickup = await screen.findByRole('button', { name: 'Pickup Ada' });
  vi.useFakeTimers();
  fireEvent.click(pickup);
  expect(onPickup).toHaveBeenCalledExactlyOnceWith('new', chatId);
  act(() => void vi.advanceTimersByTime(199));
  expect(onClose).not.toHaveBeenCalled();
  act(() => void vi.advanceTimersByTime(1));
  expect(onClose).toHaveBeenCalledOnce();
});

test('NOTIF-016 the list of another kind, opened meanwhile, is not closed by the pickup before it', async () => {
  vi.stubGlobal('fetch', async () => Response.json(good));
  const onClose = vi.fn();
  draw(<TwoKinds onClose={onClose} />);
  const pickup = await screen.findByRole('button', { name: 'Pickup Ada' });
  vi.useFakeTimers();
  fireEvent.click(pickup);
  fireEvent.click(screen.getByText('Missed'));
  act(() => void vi.advanceTimersByTime(1_000));
  expect(onClose).not.toHaveBeenCalled();
});

test("NOTIF-035 a refused list shows the server's words and stops the loader", async () => {
  drawModal({ status: false, code: 'chat.agent_unavailable', message: 'You are not available.', data: {} });
  expect(await screen.findByText('No Record')).toBeTruthy();
  expect(screen.queryByRole('status')).toBeNull();
  expect(toasts()).toEqual(['You are not available.']);
});

test('NOTIF-036 a list that does not arrive stops the loader and says nothing', async () => {
  drawModal(undefined);
  expect(await screen.findByText('No Record')).toBeTruthy();
  expect(screen.queryByRole('status')).toBeNull();
  expect(toasts()).toEqual([]);
});
