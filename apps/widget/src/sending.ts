import type { Line } from './line.ts';
import { addItem, forgetItem, nextToSend, type OutboxItem, removeItem, saveItem, setItem } from './outbox.ts';
import { type Attachment, typingRepeatMs, type WidgetEventData } from './protocol.ts';
import type { SessionStore } from './session-state.ts';
import type { WidgetStorage } from './storage.ts';

export type Sending = {
  /** @param payload of a choice that was pressed, whose title is the text */
  say: (text: string, attachment?: Attachment | null, payload?: string) => void;
  retry: (key: string) => void;
  discard: (key: string) => void;
  typing: () => void;
  /** Sends the next message that waits, if one may be sent. */
  flush: () => void;
  /** The server has the message. */
  settle: (key: string) => void;
  /** Forgets a stored message; false, since it is no part of the outbox any more. */
  forget: (key: string) => false;
  refuse: (refusal: WidgetEventData<'refused'>) => void;
};

/** The visitor's messages, from the outbox to the server: one after the other, each until it has arrived or was refused. */
export function createSending({ get, change }: SessionStore, line: Line, storage: WidgetStorage, setForm: () => void): Sending {
  let order = 0;
  let typingSentAt = 0;
  let rateLimitTimer: ReturnType<typeof setTimeout> | undefined;

  const forget = (key: string): false => {
    forgetItem(storage, key);
    return false;
  };
  const isKept = (key: string) => get().outbox.some((item) => item.key === key);

  function flush() {
    if (!line.isWelcome() || rateLimitTimer !== undefined) return;
    const item = nextToSend(get().outbox);
    if (!item) return;
    const { key, text, attachment, payload, showId, form } = item;
    // JSON leaves out values that are undefined.
    if (!line.send('send', { key, text, attachmentId: attachment?.id, payload, showId, form })) return;
    change({ outbox: setItem(get().outbox, key, { state: 'sending' }) });
  }

  return {
    flush,
    forget,
    settle(key) {
      if (!isKept(key)) return;
      forget(key);
      change({ outbox: removeItem(get().outbox, key) });
      flush();
    },
    refuse({ key, code, message, retryAfterSeconds }) {
      // The server knows this visitor no more; the message goes out again as a new one's. Other requests of theirs say nothing of that.
      if (code === 'chat.visitor_unknown') {
        if (isKept(key)) line.beginAnew();
        return;
      }
      if (key === '' && retryAfterSeconds !== undefined && line.resyncLater(retryAfterSeconds)) return;
      if (!isKept(key)) return;
      if (retryAfterSeconds !== undefined) {
        change({ outbox: setItem(get().outbox, key, { state: 'waiting' }) });
        clearTimeout(rateLimitTimer);
        rateLimitTimer = setTimeout(() => {
          rateLimitTimer = undefined;
          flush();
        }, retryAfterSeconds * 1000);
        return;
      }
      change({ outbox: setItem(get().outbox, key, { state: 'refused', reason: message }) });
      for (const item of get().outbox) if (item.key === key) saveItem(storage, item);
      flush();
    },
    say(text, attachment, payload) {
      order += 1;
      const item: OutboxItem = {
        key: crypto.randomUUID?.() ?? `${Date.now()}-${Math.random().toString(36).slice(2)}`,
        text,
        attachment: attachment ?? null,
        ...(payload ? { payload } : {}),
        ...(get().greeting ? { showId: get().greeting?.showId } : {}),
        ...(get().form ? { form: get().form } : {}),
        at: new Date().toISOString(),
        order,
        state: 'waiting',
        reason: '',
      };
      saveItem(storage, item);
      typingSentAt = 0;
      change({ outbox: addItem(get().outbox, item), greeting: undefined });
      setForm();
      line.connect();
      flush();
    },
    retry(key) {
      change({ outbox: setItem(get().outbox, key, { state: 'waiting', reason: '' }) });
      flush();
    },
    discard(key) {
      forget(key);
      change({ outbox: removeItem(get().outbox, key) });
    },
    typing() {
      const now = Date.now();
      if (now - typingSentAt >= typingRepeatMs && line.isWelcome() && line.send('typing', {})) typingSentAt = now;
    },
  };
}
