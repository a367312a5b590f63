import { expect, test } from 'vitest';
import type { WidgetEntry } from './protocol.ts';
import {
  applyEntry,
  applyState,
  applyWelcome,
  changeEntry,
  currentSegment,
  emptyThread,
  isKnownKey,
  mergeEntries,
  type Thread,
  unreadCount,
} from './thread.ts';

const entry = (number: number, author: WidgetEntry['author'] = 'agent', key = ''): WidgetEntry => ({
  number,
  id: `id-${number}`,
  author,
  name: author,
  text: `text ${number}`,
  attachment: null,
  at: '2026-01-01T10:00:00.000Z',
  key,
});
const state = {
  chatId: 'chat-1',
  isOpen: true,
  handledBy: 'agent' as const,
  agentName: 'Asha',
  readUpTo: 0,
  canRate: false,
  asksComment: true,
};
const welcomed = (...entries: WidgetEntry[]): Thread => applyWelcome(emptyThread, { ...state, entries });
const numbers = (thread: Thread) => currentSegment(thread)?.entries.map(({ number }) => number);

test('entries are merged by number, each once', () => {
  expect(mergeEntries([entry(1), entry(3)], [entry(2), entry(3)]).map(({ number }) => number)).toEqual([1, 2, 3]);
});

test('the next number is no gap', () => {
  const { thread, isGap } = applyEntry(welcomed(entry(1)), 'chat-1', entry(2));
  expect(isGap).toBe(false);
  expect(thread.syncedUpTo).toBe(2);
});

test('a number too far is a gap, and hello asks from the last that is whole', () => {
  const { thread, isGap } = applyEntry(welcomed(entry(1)), 'chat-1', entry(4));
  expect(isGap).toBe(true);
  expect(thread.syncedUpTo).toBe(1);
  const healed = applyWelcome(thread, { ...state, entries: [entry(2), entry(3), entry(4)] });
  expect(numbers(healed)).toEqual([1, 2, 3, 4]);
  expect(healed.syncedUpTo).toBe(4);
});

test('a number that the server keeps to itself is asked for once only', () => {
  const { thread } = applyEntry(welcomed(entry(1)), 'chat-1', entry(3));
  const healed = applyWelcome(thread, { ...state, entries: [entry(3)] });
  expect(applyEntry(healed, 'chat-1', entry(4)).isGap).toBe(false);
});

test('a repeated entry changes nothing', () => {
  const before = welcomed(entry(1), entry(2));
  const { thread, isGap } = applyEntry(before, 'chat-1', entry(2));
  expect(isGap).toBe(false);
  expect(numbers(thread)).toEqual([1, 2]);
});

test('a new chat begins below the old one', () => {
  const { thread, isGap } = applyEntry(welcomed(entry(1)), 'chat-2', entry(1, 'visitor', 'k'));
  expect(isGap).toBe(false);
  expect(thread.segments.map(({ chatId }) => chatId)).toEqual(['chat-1', 'chat-2']);
  expect(thread.chatId).toBe('chat-2');
});

test('a new chat whose first entry was missed is a gap', () => {
  expect(applyEntry(welcomed(entry(1)), 'chat-2', entry(2)).isGap).toBe(true);
});

test('a late entry of an earlier chat joins its own chat', () => {
  const later = applyState(welcomed(entry(1)), { ...state, chatId: 'chat-2' });
  const { thread, isGap } = applyEntry(later, 'chat-1', entry(2));
  expect(isGap).toBe(false);
  expect(thread.chatId).toBe('chat-2');
  expect(thread.segments[0]?.entries).toHaveLength(2);
});

test('own messages and lines of the system are never unread', () => {
  const thread = welcomed(entry(1, 'visitor'), entry(2, 'system'), entry(3), entry(4, 'bot'));
  expect(unreadCount(thread)).toBe(2);
  expect(unreadCount({ ...thread, readUpTo: 3 })).toBe(1);
});

test('an answer means that what was said before is read', () => {
  expect(applyEntry(welcomed(entry(1, 'visitor')), 'chat-1', entry(2)).thread.agentReadUpTo).toBe(2);
  expect(applyEntry(welcomed(entry(1, 'visitor')), 'chat-1', entry(2, 'bot')).thread.agentReadUpTo).toBe(0);
});

test('a key of ours that came back is known', () => {
  expect(isKnownKey(welcomed(entry(1, 'visitor', 'k')), 'k')).toBe(true);
  expect(isKnownKey(welcomed(entry(1, 'agent', 'k')), 'k')).toBe(false);
});

test('another chat than the one that was held leaves nothing of it: its changes are not told', () => {
  const after = applyWelcome(welcomed(entry(1), entry(2)), { ...state, chatId: 'chat-2', entries: [entry(1, 'visitor')] });
  expect(after.segments).toEqual([{ chatId: 'chat-2', entries: [entry(1, 'visitor')] }]);
  const begun = applyEntry(welcomed(entry(1)), 'chat-2', entry(1, 'visitor')).thread;
  expect(applyWelcome(begun, { ...state, chatId: 'chat-2', entries: [] }).segments).toHaveLength(2);
});

test('an entry that was changed takes the place of the one that is held, and is nothing new', () => {
  const before = welcomed(entry(1, 'visitor'), entry(2));
  const changed = { ...entry(2), text: '', isTakenBack: true };
  const after = changeEntry(before, 'chat-1', changed);
  expect(currentSegment(after)?.entries).toEqual([entry(1, 'visitor'), changed]);
  expect([after.syncedUpTo, unreadCount(after)]).toEqual([before.syncedUpTo, unreadCount(before)]);
  expect(numbers(changeEntry(before, 'chat-1', { ...entry(9), isEdited: true }))).toEqual([1, 2]);
  expect(changeEntry(before, 'chat-2', changed)).toEqual(before);
});
