import { randomUUID } from 'node:crypto';
import { chatActionTypes, chatStates } from '@parley/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { maskNumber } from '../../customer/door.ts';
import type { LockedChat } from './chat.repository.ts';
import { appendEntry, becomeOwned, end, enterQueue, isOpen, progressOf, resume, suspend, systemAuthor, wakesAt } from './chat.rules.ts';

const at = (seconds: number) => new Date(seconds * 1000);
const customer = { kind: 'customer' as const, id: randomUUID(), name: 'Ada' };
const agent = { kind: 'agent' as const, id: randomUUID(), name: 'Ben' };

const makeChat = (more: Partial<LockedChat> = {}): LockedChat => ({
  enterpriseId: randomUUID(),
  chatId: randomUUID(),
  channelId: randomUUID(),
  deptId: null,
  offeredTo: [],
  customerId: customer.id,
  address: '',
  state: chatStates.created,
  handledBy: 'bot',
  queuePriority: 5,
  service: {},
  course: {},
  weight: 100,
  callWeight: null,
  rankAt: null,
  routing: {},
  fitKey: '',
  returnsTo: null,
  asksRating: false,
  settingsNo: null,
  priority: 5,
  chatNo: 1,
  lastSide: 0,
  routeNo: 0,
  fields: {},
  ownerId: null,
  lastNumber: 0,
  messageCount: 0,
  customerCount: 0,
  customerReceivedNumber: 0,
  customerReadNumber: 0,
  agentReadNumber: 0,
  lastMessage: '',
  lastActivityAt: at(0),
  waitingSince: null,
  queuedAt: null,
  deadlineAt: null,
  pickedUpAt: null,
  openWaitSeconds: null,
  firstReplyAt: null,
  closedAt: null,
  missedReason: null,
  tag: '',
  labelId: null,
  note: '',
  rating: null,
  ratingComment: '',
  feedback: '',
  visit: {},
  previousChatId: null,
  missedAt: null,
  botState: {},
  textsErasedAt: null,
  mediaErasedAt: null,
  botNumber: 0,
  createdAt: at(0),
  agentIds: [],
  clocks: new Map(),
  ruleMarks: [],
  line: null,
  ...more,
});
const says = (chat: LockedChat, message: string, seconds: number) =>
  appendEntry(chat, { actionType: chatActionTypes.customerReply, author: customer, message }, at(seconds));
const answers = (chat: LockedChat, message: string, seconds: number) =>
  appendEntry(chat, { actionType: chatActionTypes.agentReply, author: agent, message }, at(seconds));

test('appended entries are numbered without gaps, and messages are counted apart', () => {
  const types = fc.constantFrom(...Object.values(chatActionTypes));
  fc.assert(
    fc.property(fc.array(fc.tuple(types, fc.constantFrom(customer, agent, systemAuthor))), (drafts) => {
      const chat = makeChat();
      const rows = drafts.map(([actionType, author], index) => appendEntry(chat, { actionType, author, message: 'x' }, at(index)));
      expect(rows.map((row) => row.number)).toEqual(rows.map((_, index) => index + 1));
      expect(chat.lastNumber).toBe(rows.length);
      const count = (...wanted: number[]) => rows.filter((row) => wanted.includes(row.actionType)).length;
      expect([chat.messageCount, chat.customerCount]).toEqual([
        count(chatActionTypes.customerReply, chatActionTypes.agentReply),
        count(chatActionTypes.customerReply),
      ]);
    }),
  );
});

test('a chat that was suspended is marked until an agent answers again, and goes on at the earlier one of two times', () => {
  const chat = makeChat({ state: chatStates.ongoing });
  suspend(chat, at(60), at(10));
  expect(wakesAt(chat)).toBe(at(60).toISOString());
  chat.clocks.set('suspendedMost', { startedAt: at(10), dueAt: at(50) });
  expect(wakesAt(chat)).toBe(at(50).toISOString());
  resume(chat, at(20));
  says(chat, 'Hello', 20);
  expect(chat.service).toEqual({ hasWoken: true });
  answers(chat, 'Good day', 30);
  expect(chat.service).toEqual({});
});

test('the customer waits from the first unanswered message until an agent replies', () => {
  const chat = makeChat({ state: chatStates.started });
  says(chat, 'One', 10);
  says(chat, 'Two', 20);
  appendEntry(chat, { actionType: chatActionTypes.agentReply, author: systemAuthor, message: 'Welcome' }, at(25));
  expect(chat.waitingSince).toEqual(at(10));
  answers(chat, 'Hello', 30);
  expect([chat.waitingSince, chat.firstReplyAt, chat.state]).toEqual([null, at(30), chatStates.ongoing]);
  says(chat, 'Three', 40);
  expect(chat.waitingSince).toEqual(at(40));
});

test('the preview is the last word of a person or the bot, a file by its name, and short', () => {
  const chat = makeChat();
  says(chat, 'x'.repeat(500), 1);
  expect(chat.lastMessage).toBe('x'.repeat(200));
  const attachment = { id: randomUUID(), name: 'receipt.png', type: 'image/png', size: 1 };
  appendEntry(chat, { actionType: chatActionTypes.customerReply, author: customer, attachment }, at(2));
  appendEntry(chat, { actionType: chatActionTypes.agentReply, author: systemAuthor, message: 'Welcome' }, at(3));
  expect(chat.lastMessage).toBe('receipt.png');
});

test('a suspended chat goes on when its customer writes, where it was', () => {
  const answered = makeChat({ state: chatStates.suspended, firstReplyAt: at(1) });
  const fresh = makeChat({ state: chatStates.suspended });
  for (const chat of [answered, fresh]) says(chat, 'Still there?', 5);
  expect([answered.state, fresh.state]).toEqual([chatStates.ongoing, chatStates.started]);
});

test('a missed chat goes on waiting from the first unanswered message, and a queued one waits', () => {
  const missed = makeChat();
  says(missed, 'Anybody?', 5);
  enterQueue(missed, 600, at(10));
  end(missed, chatStates.missed, 'system', at(610));
  becomeOwned(missed, agent.id, 'picked', at(700));
  says(missed, 'Still here', 710);
  expect(missed.waitingSince).toEqual(at(5));
  const requeued = makeChat();
  enterQueue(requeued, 600, at(20));
  expect(requeued.waitingSince).toEqual(at(20));
  end(requeued, chatStates.closed, 'agent', at(30));
  expect(requeued.waitingSince).toBeNull();
});

test('queue, pickup and end leave no deadline behind, and a missed chat goes on as it was', () => {
  const chat = makeChat();
  enterQueue(chat, 600, at(0));
  expect([chat.handledBy, chat.deadlineAt, isOpen(chat)]).toEqual(['queue', at(600), true]);
  end(chat, chatStates.missed, 'system', at(600));
  expect([chat.deadlineAt, chat.closedAt, isOpen(chat)]).toEqual([null, at(600), false]);
  becomeOwned(chat, agent.id, 'picked', at(700));
  expect(chat).toMatchObject({ handledBy: 'agent', ownerId: agent.id, state: chatStates.started, closedAt: null, missedReason: null });
  becomeOwned(chat, randomUUID(), 'picked', at(800));
  expect(chat.pickedUpAt).toEqual(at(700));
});

test('the progress of a message never goes back while receipts go on', () => {
  const receipts = fc.array(fc.tuple(fc.constantFrom('received', 'read'), fc.integer({ min: 1, max: 20 })));
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20 }), receipts, (number, given) => {
      const chat = { agentReadNumber: 0, customerReadNumber: 0, customerReceivedNumber: 0 };
      let last = progressOf({ authorKind: 'agent', number }, chat);
      for (const [kind, upTo] of given) {
        if (kind === 'read') chat.customerReadNumber = Math.max(chat.customerReadNumber, upTo);
        chat.customerReceivedNumber = Math.max(chat.customerReceivedNumber, upTo);
        const next = progressOf({ authorKind: 'agent', number }, chat);
        expect(next.status).toBeGreaterThanOrEqual(last.status);
        expect(next.deliveryStatus).toBeGreaterThanOrEqual(last.deliveryStatus);
        last = next;
      }
    }),
  );
});

test('a masked number keeps its length and shows three digits at most', () => {
  expect([maskNumber('+919820012345'), maskNumber('123'), maskNumber('')]).toEqual(['••••••••••345', '•••', '']);
  fc.assert(
    fc.property(fc.stringMatching(/^\+?\d{0,15}$/), (number) => {
      const masked = maskNumber(number);
      expect(masked).toHaveLength(number.length);
      expect(masked.replaceAll('•', '').length).toBeLessThanOrEqual(3);
    }),
  );
});
