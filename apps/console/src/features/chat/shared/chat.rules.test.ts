import { type ChatAction, type ChatDetail, type ChatSummary, showChatNumber } from '@parley/contract';
import { expect, test } from 'vitest';
import { describeWait, filterChats, holdOrder, lastWhole, mergeActions, mergeDetail, needsTemplate } from './chat.rules.ts';

const chat = (over: Partial<ChatSummary>) =>
  ({
    chatId: 'x',
    state: 2,
    customerName: 'Ada',
    customerNumber: '+91 98',
    lastMessage: 'parcel',
    channelType: 12,
    deptId: '',
    priority: 5,
    tag: '',
    labels: [],
    chatNumber: '',
    newMsgCount: 0,
    waitingSince: null,
    isPinned: false,
    lastActivityAt: '2026-01-01T10:00:00Z',
    ...over,
  }) as ChatSummary;
const all = { tab: 'active', text: '', label: '', department: '', unread: false, waiting: false } as const;
const ids = (chats: ChatSummary[]) => chats.map(({ chatId }) => chatId);
const vip = { id: '1', name: 'vip', colour: '#868e96' };
const numbered = (...numbers: number[]) => numbers.map((number) => ({ number }) as ChatAction);

test('pinned chats first, then by latest activity', () => {
  const chats = [
    chat({ chatId: 'old' }),
    chat({ chatId: 'new', lastActivityAt: '2026-01-02T10:00:00Z' }),
    chat({ chatId: 'pinned', isPinned: true, lastActivityAt: '2025-01-01T10:00:00Z' }),
  ];
  expect(ids(filterChats(chats, all))).toEqual(['pinned', 'new', 'old']);
});

test('the order of the list stands while somebody points at it, and new chats come below', () => {
  const chats = [chat({ chatId: 'new' }), chat({ chatId: 'b' }), chat({ chatId: 'a' })];
  expect(ids(holdOrder(chats, ['a', 'gone', 'b']))).toEqual(['a', 'b', 'new']);
  expect(ids(holdOrder(chats, undefined))).toEqual(['new', 'b', 'a']);
});

test('the tabs part suspended chats from the others', () => {
  const chats = [chat({ chatId: 'a' }), chat({ chatId: 's', state: 5 })];
  expect(ids(filterChats(chats, all))).toEqual(['a']);
  expect(ids(filterChats(chats, { ...all, tab: 'suspended' }))).toEqual(['s']);
});

test('a search looks into name, number and text, and finds the number of a chat', () => {
  const chats = [chat({ chatId: 'a' }), chat({ chatId: 'b', customerName: 'Bo', customerNumber: '', lastMessage: 'x' })];
  const numbered = chat({ chatId: 'n', customerName: 'Cy', customerNumber: '', lastMessage: '', chatNumber: showChatNumber(10482) });
  const said = showChatNumber(10482);
  for (const text of [said, `#${said}`, said.replace('-', '')])
    expect(ids(filterChats([...chats, numbered], { ...all, text }))).toEqual(['n']);
  expect(ids(filterChats([numbered], { ...all, text: '10483-7' }))).toEqual([]);
  for (const text of ['ADA', '+91', 'parc']) expect(ids(filterChats(chats, { ...all, text }))).toEqual(['a']);
});

test('filters add up', () => {
  const chats = [
    chat({ chatId: 'a', newMsgCount: 1, waitingSince: '2026-01-01T10:00:00Z', tag: 'vip' }),
    chat({ chatId: 'b', newMsgCount: 1 }),
    chat({ chatId: 'c', channelType: 4 }),
  ];
  expect(ids(filterChats(chats, { ...all, unread: true }))).toEqual(['a', 'b']);
  expect(ids(filterChats(chats, { ...all, unread: true, waiting: true, label: 'vip' }))).toEqual(['a']);
  expect(ids(filterChats(chats, { ...all, channel: 4 }))).toEqual(['c']);
  const sales = chat({ chatId: 's', deptId: 'sales', priority: 8 });
  const inDepartment = (department: string) => ids(filterChats([...chats, sales], { ...all, department }));
  expect([inDepartment('sales'), inDepartment('none')]).toEqual([['s'], ['a', 'b', 'c']]);
  expect([8, 9].map((priority) => ids(filterChats([...chats, sales], { ...all, priority })))).toEqual([['s'], []]);
  const second = chat({ chatId: 'd', tag: 'vip', labels: [vip, { ...vip, name: 'loud' }] });
  expect(ids(filterChats([...chats, second], { ...all, label: 'loud' }))).toEqual(['d']);
});

test('entries merge by number, and the last whole number stands before the first hole', () => {
  expect(mergeActions(numbered(1, 3), numbered(2, 3)).map(({ number }) => number)).toEqual([1, 2, 3]);
  expect(lastWhole(numbered(4, 5, 7))).toBe(5);
  expect(lastWhole([])).toBe(0);
});

test('a newer page keeps the older ones and what is known of those above', () => {
  const known = { messages: numbered(5, 6), sides: [], hasOlder: true } as unknown as ChatDetail;
  const fresh = { messages: numbered(6, 7), sides: [], hasOlder: false } as unknown as ChatDetail;
  expect(mergeDetail(known, fresh)).toEqual({ messages: numbered(5, 6, 7), sides: [], hasOlder: true });
});

test('waiting is told in minutes, hours, days', () => {
  expect(describeWait(0, 59_000)).toEqual({ unit: 'minutesShort', count: 0 });
  expect(describeWait(0, 3_600_000)).toEqual({ unit: 'hoursShort', count: 1 });
  expect(describeWait(0, 49 * 3_600_000)).toEqual({ unit: 'daysShort', count: 2 });
});

test('no other try is offered where only a template helps: the window was closed, or the message was a template', () => {
  const failed = (channelErrorCode: string, detail: object = {}) => ({ channelErrorCode, detail }) as ChatAction;
  expect([failed('470'), failed('131026', { template: {} }), failed('131026')].map(needsTemplate)).toEqual([true, true, false]);
});
