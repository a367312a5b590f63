import { expect, test } from 'vitest';
import {
  dayMs,
  type HistoryStep,
  historyDays,
  historySeed,
  type PlannedBroadcast,
  type PlannedChat,
  planHistory,
} from './demo-history.plan.ts';

const end = new Date('2027-03-01T10:00:00Z');
const chatsOf = (steps: readonly HistoryStep[]): PlannedChat[] => steps.flatMap((step) => (step.kind === 'chats' ? step.chats : []));
const broadcastsOf = (steps: readonly HistoryStep[]): PlannedBroadcast[] =>
  steps.flatMap((step) => (step.kind === 'broadcasts' ? step.broadcasts : []));

test('the same seed makes the same history, and another seed another one', () => {
  expect(planHistory(historySeed, end)).toEqual(planHistory(historySeed, end));
  expect(planHistory(historySeed + 1, end)).not.toEqual(planHistory(historySeed, end));
});

test.each(['2027-03-01T10:00:00Z', '2027-01-01T18:31:00Z', '2027-05-30T18:29:00Z'])(
  'all that happens up to %s has happened by then',
  (text) => {
    const until = new Date(text);
    const steps = planHistory(historySeed, until);
    const times = [...chatsOf(steps).map(({ startedAt }) => startedAt), ...broadcastsOf(steps).map(({ sentAt }) => sentAt)];
    expect(times.length).toBeGreaterThan(100);
    expect(times.filter((time) => time >= until)).toEqual([]);
    expect(times.filter((time) => time.getTime() < until.getTime() - historyDays * dayMs)).toEqual([]);
  },
);

test('everybody writes once, from the numbers of the demo’s phone book alone', () => {
  const steps = planHistory(historySeed, end);
  const numbers = chatsOf(steps).flatMap(({ number }) => (number === '' ? [] : [number]));
  expect(new Set(numbers).size).toBe(numbers.length);
  const typed = broadcastsOf(steps).flatMap((broadcast) => broadcast.numbers);
  expect([...numbers, ...typed].filter((number) => !/^\+9190000103\d\d$|^\+91900001[0-2]\d{3}$|^9000 01$/.test(number))).toEqual([]);
});

test.each(Array.from({ length: 14 }, (_, index) => index))(
  'there is everything that charts and lists tell apart, %d half days later too',
  (index) => {
    const steps = planHistory(historySeed, new Date(end.getTime() + (index * dayMs) / 2));
    expect(new Set(chatsOf(steps).map((chat) => chat.end))).toEqual(new Set(['bot', 'closed', 'missed', 'pickedUpLate', 'open']));
    expect(new Set(chatsOf(steps).map((chat) => chat.line))).toEqual(new Set(['web', 'whatsApp']));
    expect(new Set(chatsOf(steps).map((chat) => chat.stars))).toEqual(new Set([0, 1, 2, 3, 4, 5]));
    expect(new Set(broadcastsOf(steps).map(({ template }) => template))).toEqual(
      new Set(['delivery_today', 'order_update', 'weekend_offer']),
    );
    expect(broadcastsOf(steps).filter(({ cancelledAfter }) => cancelledAfter !== null)).toHaveLength(1);
  },
);
