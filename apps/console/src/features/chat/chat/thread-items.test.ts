import type { ChatAction } from '@parley/contract';
import { expect, test } from 'vitest';
import { formatInstant, formatTime } from '../../../lib/format.ts';
import { chatWords } from '../../../locales/chat.ts';
import type { OutboxItem } from '../shared/outbox.ts';
import { describeAction, describeSide, messageStateOf, type ToldSide, toThreadItems } from './thread-items.ts';

const action = (over: Partial<ChatAction>): ChatAction => ({
  actionId: `a${over.number ?? 1}`,
  number: 1,
  actionType: 1,
  actionBy: 'c',
  authorKind: 'customer',
  userName: 'Ada',
  message: 'hello',
  attachment: null,
  status: 0,
  deliveryStatus: 1,
  channelErrorCode: '',
  channelErrorDesc: '',
  actedOn: '2026-01-01T11:00:00.000Z',
  detail: {},
  key: '',
  ...over,
});
const waiting = (key: string): OutboxItem => ({
  key,
  chatId: 'x',
  text: key,
  attachment: null,
  at: '',
  order: 0,
  state: 'waiting',
  reason: '',
});
const items = (messages: ChatAction[], over: object = {}) =>
  toThreadItems({ messages, sides: [], outbox: [], lines: [], partial: undefined, unreadFrom: undefined, ...over }, chatWords.conversation);

const heads = (rows: ReturnType<typeof items>) => rows.flatMap((row) => ('head' in row ? [row.head] : []));

test('a deed of a clock that comes late says when it was due, with the day where that is another one, and one of the resolution names that', () => {
  const lineOf = (dueAt: string, clock: 'firstReply' | 'resolution' = 'firstReply') => {
    const act = { act: 'clock', clock, did: 'told', dueAt, policy: 'Fast', department: '', priority: null } as const;
    const at = '2026-01-02T11:00:00.000Z';
    const side = { number: 1, kind: 'clock', at, act, authorId: '', authorName: '', text: '', mentions: [] } as unknown as ToldSide;
    return describeSide(side, chatWords.conversation);
  };
  const line = 'Fast: the agent and the manager were told';
  expect(lineOf('2026-01-02T10:59:30.000Z')).toBe(line);
  const sameDay = '2026-01-02T10:00:00.000Z';
  expect(lineOf(sameDay)).toBe(`${line} (due ${formatTime(sameDay)})`);
  const dayBefore = '2026-01-01T10:00:00.000Z';
  expect(lineOf(dayBefore)).toBe(`${line} (due ${formatInstant(dayBefore, 'instant')})`);
  expect(lineOf('2026-01-02T10:59:30.000Z', 'resolution')).toBe('Resolution, Fast: the agent and the manager were told');
});

test('a line about fields names what was filled and what was emptied', () => {
  const act = {
    act: 'fields',
    changes: [
      { name: 'Order', from: '', to: '4711' },
      { name: 'Plan', from: 'Gold', to: '' },
    ],
  };
  const side = { number: 1, kind: 'act', at: '2026-01-02T11:00:00.000Z', act, authorName: 'Asha' } as unknown as ToldSide;
  expect(describeSide(side, chatWords.conversation)).toBe('Asha changed fields: Order: 4711, Plan was emptied');
});

test('a stream that hands a chat over says what it knows of the customer', () => {
  const detail = { isHandOver: true, note: 'Wants a loan', card: [{ name: 'Income', value: '45000' }, null] };
  const line = describeAction(action({ actionType: 4, authorKind: 'bot', userName: 'Loan', detail }), chatWords.conversation);
  expect(line.split('\n').slice(0, 2)).toEqual([expect.stringMatching(/^Loan handed the chat to people.*Wants a loan/), 'Income: 45000']);
});

test('days are parted, turns are joined', () => {
  const rows = items([action({ number: 1 }), action({ number: 2 }), action({ number: 3, actedOn: '2026-01-03T11:00:00.000Z' })]);
  expect(heads(rows).map(({ day }) => day)).toEqual(['2026-01-01T11:00:00.000Z', undefined, '2026-01-03T11:00:00.000Z']);
  expect(rows.flatMap((row) => (row.kind === 'message' ? [row.isFirstOfTurn] : []))).toEqual([true, false, true]);
});

test('a partial answer of a bot stands below the record until somebody has answered', () => {
  const partial = { after: 1, name: 'Desk', text: 'It is two', untilMs: 0 };
  const shown = (...messages: ChatAction[]) => items(messages, { partial }).filter(({ kind }) => kind === 'partial');
  expect(shown(action({ number: 1 }), action({ number: 2 }))).toEqual([
    { kind: 'partial', key: 'partial', name: 'Desk', text: 'It is two' },
  ]);
  expect(shown(action({ number: 1 }), action({ number: 2, authorKind: 'bot' }))).toEqual([]);
});

test('rows keep their keys when older ones come in above', () => {
  const later = items([action({ number: 2 })]).map(({ key }) => key);
  expect(items([action({ number: 1 }), action({ number: 2 })]).map(({ key }) => key)).toEqual(['n1', ...later]);
});

test('the line of what was not seen stands before the first such message', () => {
  const rows = items([action({ number: 1 }), action({ number: 2 })], { unreadFrom: 2 });
  expect(heads(rows).map(({ isFirstUnseen }) => isFirstUnseen)).toEqual([false, true]);
});

test('CHAT-004 action 11 is ignored', () => {
  expect(items([action({ actionType: 11 })])).toEqual([]);
});

test('a waiting message stands last, and is gone once the record has its key', () => {
  const rows = items([action({ number: 1, key: 'sent' })], { outbox: [waiting('sent'), waiting('later')] });
  expect(rows.map(({ key }) => key)).toEqual(['n1', 'klater']);
});

test.each([
  [0, {}, 'Ada started the chat'],
  [2, {}, 'Ada picked up the chat'],
  [4, { agentName: 'Omar', note: 'parcels' }, 'Ada transferred the chat to Omar. Note: parcels'],
  [4, { departmentName: 'Billing', note: 'parcels' }, 'Ada transferred the chat to the department Billing. Note: parcels'],
  [4, { agentName: 'Omar', returned: 'declined' }, 'Omar declined the transfer: the chat came back'],
  [4, { agentName: 'Omar', returned: 'expired' }, 'Omar did not accept the transfer in time: the chat came back'],
  [4, { agentName: 'Omar', returned: 'away' }, 'Omar went Offline: the chat came back'],
  [4, { agentName: 'Omar', returned: 'withdrawn' }, 'Ada withdrew the transfer to Omar'],
  [5, { agentName: 'Omar' }, 'Ada invited Omar'],
  [5, { agentName: 'Omar', returned: 'declined' }, 'Omar declined the invitation'],
  [5, { agentName: 'Omar', returned: 'away' }, 'Omar went Offline before the invitation was accepted'],
  [5, { agentName: 'Omar', returned: 'expired' }, 'Omar did not accept the invitation in time'],
  [6, {}, 'Ada joined the chat'],
  [7, { stars: 4 }, 'Ada rated the chat 4 of 5'],
  [9, {}, 'Ada left the chat'],
])('CHAT-003 action %i reads as a line of the system', (actionType, detail, text) => {
  expect(describeAction(action({ actionType, detail, message: '' }), chatWords.conversation)).toBe(text);
});

test.each([
  [0, 'The chat was missed: Out Of Working Hours'],
  [1, 'The chat was missed: Timed Out'],
  [2, 'The chat was missed: Out Of Working Hours'],
])('missed reason %i', (reason, text) => {
  expect(describeAction(action({ actionType: 10, detail: { reason }, authorKind: 'system' }), chatWords.conversation)).toBe(text);
});

test('CHAT-005 CHAT-006 the ticks: sent, delivered, read, failed', () => {
  expect(messageStateOf({ status: 1, deliveryStatus: 0, detail: {} })).toBe('sent');
  expect(messageStateOf({ status: 1, deliveryStatus: 1, detail: {} })).toBe('delivered');
  expect(messageStateOf({ status: 2, deliveryStatus: 2, detail: {} })).toBe('read');
  expect(messageStateOf({ status: 2, deliveryStatus: 3, detail: {} })).toBe('failed');
  // Later messages have arrived; whether this one has, nobody knows.
  expect(messageStateOf({ status: 2, deliveryStatus: 2, detail: { unknown: { at: '2026-01-01T11:00:00.000Z' } } })).toBe('unknown');
});

test('a chat that a key has closed names the key; one that a stream or the time has ended names nobody', () => {
  const closed = (over: Partial<ChatAction>) => describeAction(action({ actionType: 8, message: '', ...over }), chatWords.conversation);
  expect(closed({ authorKind: 'bot', userName: 'Billing key', detail: { feedback: '' } })).toBe('Billing key closed the chat');
  expect(closed({ authorKind: 'bot', userName: 'Loan' })).toBe('The chat was closed.');
  expect(closed({ authorKind: 'system', userName: '', detail: { feedback: '' } })).toBe('The chat was closed.');
});
