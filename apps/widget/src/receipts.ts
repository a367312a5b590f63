import type { Line } from './line.ts';
import type { SessionStore } from './session-state.ts';
import { lastNumber } from './thread.ts';

/** Receipts for the other side: the entries that have arrived, and those that were seen. Each is sent once; that the page is looked at, again and again. */
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

  /** Answers that the page shows do not go on by another way. @param wasVisible the page has just been hidden */
  function tellLooking(wasVisible = isPageVisible()) {
    const { thread, unreadCount } = get();
    if (wasVisible && unreadCount && thread.chatId) line.send('looking', { chatId: thread.chatId });
  }

  return {
    tellRead,
    tellLooking,
    tellAll() {
      tellReceived();
      tellRead();
    },
  };
}
