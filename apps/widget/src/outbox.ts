import type { Answers, Attachment } from './protocol.ts';
import type { WidgetStorage } from './storage.ts';

/** A message of the visitor that the server has not confirmed. It keeps its key over reconnects and reloads, so it is stored once. */
export type OutboxItem = {
  key: string;
  text: string;
  attachment: Attachment | null;
  /** Payload of a pressed choice */
  payload?: string;
  /** The greeting that it answers */
  showId?: string;
  /** The form before the chat that it begins */
  form?: Answers;
  at: string;
  /** Breaks ties of `at`: two messages may be typed within one millisecond. */
  order: number;
  state: 'waiting' | 'sending' | 'refused';
  reason: string;
};

const prefix = 'outbox:';

/** Oldest first. */
export const sortOutbox = (items: OutboxItem[]): OutboxItem[] =>
  items.toSorted((a, b) => a.at.localeCompare(b.at) || a.order - b.order || a.key.localeCompare(b.key));

export const addItem = (items: OutboxItem[], item: OutboxItem): OutboxItem[] =>
  items.some(({ key }) => key === item.key) ? items : sortOutbox([...items, item]);

/** The message to send now: the oldest that waits, and none while one is on its way, since only that keeps the order. */
export const nextToSend = (items: OutboxItem[]): OutboxItem | undefined =>
  items.some(({ state }) => state === 'sending') ? undefined : items.find(({ state }) => state === 'waiting');

export const setItem = (items: OutboxItem[], key: string, change: Partial<OutboxItem>): OutboxItem[] =>
  items.map((item) => (item.key === key ? { ...item, ...change } : item));

export const removeItem = (items: OutboxItem[], key: string): OutboxItem[] => items.filter((item) => item.key !== key);

/** Requeues items after a lost connection: those being sent may or may not have arrived, so they wait again under their own key. */
export const requeue = (items: OutboxItem[]): OutboxItem[] =>
  items.map((item) => (item.state === 'sending' ? { ...item, state: 'waiting' as const } : item));

/** One stored entry a message, since two tabs writing one list would overwrite each other's. */
export function saveItem(storage: WidgetStorage, item: OutboxItem): void {
  storage.set(prefix + item.key, JSON.stringify(item));
}

export const forgetItem = (storage: WidgetStorage, key: string) => storage.remove(prefix + key);

export function loadOutbox(storage: WidgetStorage): OutboxItem[] {
  const items: OutboxItem[] = [];
  for (const name of storage.names(prefix)) {
    try {
      const item = JSON.parse(storage.get(name) ?? '') as OutboxItem;
      if (typeof item.key !== 'string' || typeof item.text !== 'string' || typeof item.at !== 'string') throw new Error('no message');
      items.push({
        ...item,
        order: Number(item.order) || 0,
        state: item.state === 'refused' ? 'refused' : 'waiting',
        reason: item.reason ?? '',
      });
    } catch {
      storage.remove(name);
    }
  }
  return sortOutbox(items);
}
