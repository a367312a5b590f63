import { notifications } from '@mantine/notifications';
import { chatActionTypes } from '@parley/contract';
import { act, fireEvent, renderHook, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { setOwner } from '../../../lib/own-store.ts';
import { draw } from '../../../test-draw.tsx';
import { openLine } from '../../../test-line.ts';
import { good, refused, stubServer, toastTexts } from '../../../test-screens.tsx';
import { closeNow, closeSoon, undoMs, useClosing } from './closing.tsx';

const call = 'POST /e/enterprise/chat/one/close';
const server = stubServer(() => ({ [call]: () => good(null) }));

function start() {
  vi.useFakeTimers();
  const onUndo = vi.fn();
  const shown = renderHook(() => [...useClosing()]);
  const shows = vi.spyOn(notifications, 'show');
  act(() => closeSoon('one', 'Meera', 'Solved', onUndo));
  return {
    onUndo,
    shown: () => shown.result.current,
    toast: () => draw(shows.mock.lastCall?.[0].message),
    wait: () => act(() => vi.advanceTimersByTimeAsync(undoMs)),
  };
}

test('a chat that is closed leaves the list at once, and ends when nobody has taken it back', async () => {
  const { shown, wait } = start();
  expect([shown(), server.countOf(call)]).toEqual([['one'], 0]);
  await wait();
  expect([shown(), server.queriesOf(call)]).toEqual([[], [{ feedback: 'Solved' }]]);
});

test('a closing that is taken back does not happen, and the chat is shown again', async () => {
  const { onUndo, shown, toast, wait } = start();
  toast();
  expect(screen.getByText(/The chat with Meera is closed\./)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await wait();
  expect([shown(), server.countOf(call), onUndo.mock.calls.length]).toEqual([[], 0, 1]);
});

test('a customer who writes again keeps the chat open', async () => {
  const { shown, wait } = start();
  openLine().receive({
    type: 'customerReply',
    data: { chatId: 'one', action: { actionType: chatActionTypes.customerReply, userName: 'Meera', detail: {} } },
  });
  expect(toastTexts()).toEqual(['Meera has written again, so the chat stays open.']);
  await wait();
  expect([shown(), server.countOf(call)]).toEqual([[], 0]);
});

test('a sign-out closes the chat first; the next person closes nothing', async () => {
  start();
  await closeNow();
  expect(server.countOf(call)).toBe(1);
  const { wait } = start();
  setOwner({ eId: 'e1', uId: 'ben' });
  await wait();
  expect(server.countOf(call)).toBe(1);
});

test('a chat that could not be closed is back in the list, with the reason', async () => {
  server.replies[call] = () => refused('chat.state_invalid', 'This chat has ended.', { state: 3 });
  const { shown, wait } = start();
  await wait();
  expect([shown(), toastTexts()]).toEqual([[], ['This chat has ended.']]);
});
