import { Button, Group } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { ApiError, api, isToldAlready } from '../../../lib/api.ts';
import { describeFailure } from '../../../lib/errors.ts';
import { liveClient } from '../../../lib/live.ts';
import { onOwner } from '../../../lib/own-store.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { beforeSignOut } from '../../../lib/session.ts';
import { hideToast, showToast } from '../../../lib/toasts.ts';
import { chatWords } from '../../../locales/chat.ts';
import { chatKeys } from './chat.queries.ts';

/** So long an end can be taken back. Afterwards it cannot: the customer is asked for a rating, transcripts and events of it leave. */
export const undoMs = 6_000;
const toastId = 'closing-chat';

type Closing = { name: string; feedback: string; timer: ReturnType<typeof setTimeout> };
const closings = new Map<string, Closing>();
const listeners = new Set<() => void>();
let ids: ReadonlySet<string> = new Set();
const tell = () => {
  ids = new Set(closings.keys());
  for (const listener of listeners) listener();
};

/** Takes the chat off the list now and ends it in a moment, unless that is taken back or the customer writes again. */
export function closeSoon(chatId: string, name: string, feedback: string, onUndo: () => void): void {
  clearTimeout(closings.get(chatId)?.timer);
  closings.set(chatId, { name, feedback, timer: setTimeout(() => void close(chatId), undoMs) });
  tell();
  const say = chatWords.conversation;
  const handleUndo = () => {
    hideToast(toastId);
    if (keepOpen(chatId)) onUndo();
  };
  showToast(
    'info',
    <Group justify="space-between" wrap="nowrap">
      {say('closedUndo', { name })}
      <Button size="compact-sm" variant="light" onClick={handleUndo}>
        {say('undo')}
      </Button>
    </Group>,
    { id: toastId, stayMs: undoMs },
  );
}

/** Ends at once what would end in a moment: for whoever signs out. */
export const closeNow = (): Promise<unknown> => Promise.all([...closings.keys()].map(close));

function keepOpen(chatId: string): Closing | undefined {
  const closing = closings.get(chatId);
  clearTimeout(closing?.timer);
  if (closings.delete(chatId)) tell();
  return closing;
}

async function close(chatId: string): Promise<void> {
  const closing = closings.get(chatId);
  if (!closing) return;
  clearTimeout(closing.timer);
  try {
    await api.chats.close({ params: { chatId }, query: { feedback: closing.feedback } });
  } catch (error) {
    // The fields that are needed have changed since they were read: the dialog asks for them the next time.
    if (error instanceof ApiError && error.code === 'chat.field_needed')
      await queryClient.invalidateQueries({ queryKey: [...chatKeys.all, 'fields', chatId] });
    if (!isToldAlready(error)) showToast('error', describeFailure(error).message);
  } finally {
    keepOpen(chatId);
  }
}

liveClient.on('customerReply', ({ chatId }) => {
  const closing = keepOpen(chatId);
  if (closing) showToast('warning', chatWords.conversation('closeStopped', { name: closing.name }));
});
beforeSignOut(async () => {
  await closeNow();
  return true;
});
// Nobody ends a chat in the name of who was here before: it stays open.
onOwner(() => {
  for (const chatId of [...closings.keys()]) keepOpen(chatId);
});
// A page that goes ends now what it would have ended in a moment. Should the browser drop the call, the chat is open, and nothing is lost.
globalThis.addEventListener?.('pagehide', () => void closeNow());

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
/** The chats that end in a moment. */
export const useClosing = (): ReadonlySet<string> => useSyncExternalStore(subscribe, () => ids);
