import { expect, test } from 'vitest';
import { addItem, forgetItem, loadOutbox, nextToSend, type OutboxItem, removeItem, requeue, saveItem, setItem } from './outbox.ts';
import { createStorage } from './storage.ts';

const item = (key: string, over: Partial<OutboxItem> = {}): OutboxItem => ({
  key,
  text: key,
  attachment: null,
  at: '2026-01-01T10:00:00.000Z',
  order: 0,
  state: 'waiting',
  reason: '',
  ...over,
});

const memoryStorage = () => {
  const values = new Map<string, string>();
  return new Proxy({} as Storage, {
    get: (_, name) => {
      if (name === 'getItem') return (key: string) => values.get(key) ?? null;
      if (name === 'setItem') return (key: string, value: string) => values.set(key, value);
      return (key: string) => values.delete(key);
    },
    ownKeys: () => [...values.keys()],
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  });
};

test('messages leave in the order in which they were typed, also within one millisecond', () => {
  const items = [item('c', { at: '2026-01-01T10:00:01.000Z' }), item('b', { order: 2 }), item('a', { order: 1 })].reduce(
    addItem,
    [] as OutboxItem[],
  );
  expect(items.map(({ key }) => key)).toEqual(['a', 'b', 'c']);
});

test('the next one waits until the one before is confirmed', () => {
  const items = [item('a', { order: 1 }), item('b', { order: 2 })];
  expect(nextToSend(items)?.key).toBe('a');
  const sending = setItem(items, 'a', { state: 'sending' });
  expect(nextToSend(sending)).toBeUndefined();
  expect(nextToSend(removeItem(sending, 'a'))?.key).toBe('b');
});

test('a refused message does not hold up those behind it', () => {
  expect(nextToSend([item('a', { order: 1, state: 'refused' }), item('b', { order: 2 })])?.key).toBe('b');
});

test('a message under way when the line broke goes out again under its own key', () => {
  expect(nextToSend(requeue([item('a', { state: 'sending' })]))).toEqual(item('a'));
});

test('the same key is queued once', () => {
  expect(addItem([item('a')], item('a'))).toHaveLength(1);
});

test('messages survive a reload in order, and a sent one is gone', () => {
  const inner = memoryStorage();
  const before = createStorage('key', () => inner);
  saveItem(before, item('b', { order: 2, state: 'sending' }));
  saveItem(before, item('a', { order: 1 }));
  const after = createStorage('key', () => inner);
  expect(loadOutbox(after).map(({ key, state }) => [key, state])).toEqual([
    ['a', 'waiting'],
    ['b', 'waiting'],
  ]);
  forgetItem(after, 'a');
  expect(loadOutbox(createStorage('key', () => inner)).map(({ key }) => key)).toEqual(['b']);
  expect(loadOutbox(createStorage('other', () => inner))).toEqual([]);
});

test('an unreadable message is dropped, not shown', () => {
  const inner = memoryStorage();
  const storage = createStorage('key', () => inner);
  storage.set('outbox:x', '{"nonsense":');
  storage.set('outbox:y', '{"key":1}');
  expect(loadOutbox(storage)).toEqual([]);
  expect(storage.names('outbox:')).toEqual([]);
});

test('a browser that refuses to store keeps the messages for as long as the page lives', () => {
  const storage = createStorage('key', () => {
    throw new DOMException('denied', 'SecurityError');
  });
  saveItem(storage, item('a'));
  expect(loadOutbox(storage).map(({ key }) => key)).toEqual(['a']);
  forgetItem(storage, 'a');
  expect(loadOutbox(storage)).toEqual([]);
});
