import type { Line } from './line.ts';
import type { SessionStore } from './session-state.ts';
import { lastNumber } from './thread.ts';

/** Receipts for the other side: the entries that have arrived, and those that were seen. Each is sent once. */
export function createReceipts({ get, change }: SessionStore, line: Line, isPageVisible: () => boolean) {
  let toldReceived = '';
  let toldRead = '';

  function tellReceived() {
    const { thread } = get();
    const { chatId } = thread;
    const upTo = lastNumber(thread);
    if (chatId && upTo > 0 && toldReceived !== `${chatId} ${upTo}` && line.send('received', { chatId, upTo }))
      toldReceived = `${chatId} ${upTo}`;
  }

  function tellRead() {
    const { thread, isPanelOpen } = get();
    const { chatId } = thread;
    const upTo = lastNumber(thread);
    if (!chatId || upTo === 0 || !isPanelOpen || !isPageVisible()) return;
    if (thread.readUpTo < upTo) change({ thread: { ...thread, readUpTo: upTo } });
    if (toldRead !== `${chatId} ${upTo}` && line.send('read', { chatId, upTo })) toldRead = `${chatId} ${upTo}`;
  }

  return {
    tellRead,
    tellAll() {
      tellReceived();
      tellRead();
    },
  };
}
