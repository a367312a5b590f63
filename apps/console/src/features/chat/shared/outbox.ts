import { ApiError } from '@parley/client';
import type { Attachment } from '@parley/contract';
import { useSyncExternalStore } from 'react';
import { liveClient } from '../../../lib/live.ts';
import { onLogout, typedPrefix } from '../../../lib/session.ts';

/** A reply that the server has not confirmed. It keeps its key over reconnects and reloads, so it is stored once. */
export type OutboxItem = {
  key: string;
  chatId: string;
  text: string;
  attachment: Attachment | null;
  at: string;
  order: number;
  state: 'waiting' | 'sending' | 'sent' | 'refused';
  reason: string;
};

export const sortOutbox = (items: OutboxItem[]) => items.toSorted((a, b) => a.at.localeCompare(b.at) || a.order - b.order);

/** The reply to send now: the oldest that waits, of a chat of which none is on its way, since only that keeps each chat's order. */
export function nextToSend(items: OutboxItem[]): OutboxItem | undefined {
  const busy = new Set(items.filter(({ state }) => state === 'sending').map(({ chatId }) => chatId));
  return items.find((item) => item.state === 'waiting' && !busy.has(item.chatId));
}

export const setItem = (items: OutboxItem[], key: string, change: Partial<OutboxItem>) =>
  items.map((item) => (item.key === key ? { ...item, ...change } : item));

/** After a lost line: what was on its way may or may not have arrived, so it waits again under its own key. */
export const requeue = (items: OutboxItem[]) =>
  items.map((item) => (item.state === 'sending' ? { ...item, state: 'waiting' as const } : item));

const storageKey = `${typedPrefix}chat-outbox`;
let items: OutboxItem[] = load();
let order = 0;
let pauseTimer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function load(): OutboxItem[] {
  try {
    const stored = JSON.parse(localStorage.getItem(storageKey) ?? '[]') as OutboxItem[];
    return sortOutbox(requeue(stored.filter((item) => typeof item.key === 'string' && typeof item.chatId === 'string')));
  } catch {
    return [];
  }
}

function set(next: OutboxItem[]): void {
  items = next;
  try {
    const kept = items.filter(({ state }) => state !== 'sent');
    if (kept.length > 0) localStorage.setItem(storageKey, JSON.stringify(kept));
    else localStorage.removeItem(storageKey);
  } catch {}
  for (const listener of listeners) listener();
}

export function sendReply(chatId: string, text: string, attachment: Attachment | null): void {
  order += 1;
  const item: OutboxItem = {
    key: crypto.randomUUID(),
    chatId,
    text,
    attachment,
    at: new Date().toISOString(),
    order,
    state: 'waiting',
    reason: '',
  };
  set(sortOutbox([...items, item]));
  flushOutbox();
}

export function retryReply(key: string): void {
  set(setItem(items, key, { state: 'waiting', reason: '' }));
  flushOutbox();
}

/** The record has it, or nobody wants it any more. */
export function dropReply(key: string): void {
  if (items.some((item) => item.key === key)) set(items.filter((item) => item.key !== key));
}

export function flushOutbox(): void {
  if (liveClient.state().kind !== 'open' || pauseTimer !== undefined) return;
  for (let item = nextToSend(items); item; item = nextToSend(items)) {
    set(setItem(items, item.key, { state: 'sending' }));
    void deliver(item);
  }
}

async function deliver({ key, chatId, text, attachment }: OutboxItem): Promise<void> {
  try {
    await liveClient.request('agentReply', { chatId, key, message: text, ...(attachment ? { attachmentId: attachment.id } : {}) });
    set(setItem(items, key, { state: 'sent' }));
  } catch (error) {
    const failure = error instanceof ApiError ? error : new ApiError('unreadable', 'Something went wrong', 0);
    const seconds = failure.data.retryAfterSeconds;
    if (failure.code === 'network') set(setItem(items, key, { state: 'waiting' }));
    else if (typeof seconds === 'number') {
      set(setItem(items, key, { state: 'waiting' }));
      pauseTimer = setTimeout(() => {
        pauseTimer = undefined;
        flushOutbox();
      }, seconds * 1000);
    } else set(setItem(items, key, { state: 'refused', reason: failure.message }));
  }
  if (liveClient.state().kind === 'open') flushOutbox();
}

liveClient.onState((state) => {
  if (state.kind === 'open') flushOutbox();
  else if (items.some((item) => item.state === 'sending')) set(requeue(items));
});
// The next person at this desk must not send what the last one typed.
onLogout((reason) => {
  if (reason === 'user') set([]);
});

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
export const useOutbox = () => useSyncExternalStore(subscribe, () => items);
