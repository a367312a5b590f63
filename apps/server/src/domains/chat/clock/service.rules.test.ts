import type { CalendarHours, CalendarSlot } from '@parley/contract';
import { chatStates } from '@parley/contract';
import { openAt } from '@parley/hours';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ServiceRules } from '#platform/db/schema.chat.ts';
import { dueAfter } from './due.rules.ts';
import { type ClockedChat, dueStep, holdBack, holdRules, noteTaken, planClocks, settleClocks, shownClock } from './service.rules.ts';

const start = Date.parse('2026-03-02T10:00:00Z');
const at = (seconds: number) => new Date(start + seconds * 1000);
const never = { amber: 0, red: 0, act: 0 };
const policy = (id: string, part: Partial<NonNullable<ServiceRules['policies']>[number]> = {}) => ({
  id,
  from: 0,
  to: 9,
  isOpen: false,
  ends: false,
  first: never,
  next: never,
  ...part,
});

const makeChat = (rules: ServiceRules, part: Partial<ClockedChat> = {}): ClockedChat => {
  const chat: ClockedChat = {
    state: chatStates.started,
    handledBy: 'agent',
    ownerId: 'asha',
    waitingSince: at(0),
    firstReplyAt: null,
    pickedUpAt: at(0),
    priority: 5,
    service: {},
    clocks: new Map(),
    ...part,
  };
  holdRules(chat, rules);
  return chat;
};
const record = (chat: ClockedChat, seconds: number, part: { hasReplied?: boolean; isAnew?: boolean } = {}) => {
  chat.clocks.clear();
  const plans = planClocks(chat, { now: at(seconds), hasReplied: false, isAnew: false, ...part });
  if (plans.length > 0) settleClocks(chat, plans, null);
  return [...chat.clocks].map(([kind, clock]) => [kind, clock && (clock.dueAt.getTime() - start) / 1000]);
};
const reply = (chat: ClockedChat, seconds: number) => {
  Object.assign(chat, { waitingSince: null, firstReplyAt: chat.firstReplyAt ?? at(seconds), state: chatStates.ongoing });
  return record(chat, seconds, { hasReplied: true });
};
const write = (chat: ClockedChat, seconds: number) => {
  chat.waitingSince ??= at(seconds);
  return record(chat, seconds);
};

describe('beginnings and ends of clocks', () => {
  test('nothing is planned for a chat of which nothing is switched on', () => {
    const chat = makeChat({});
    expect([chat.service, planClocks(chat, { now: at(0), hasReplied: true, isAnew: true })]).toEqual([{}, []]);
  });

  test('a silent agent has a clock from the first unanswered message, which later messages leave as it is, and a reply ends', () => {
    const chat = makeChat({ agentRemind: 60, agentRequeue: 300 });
    expect(record(chat, 0)).toEqual([['agentSilent', 60]]);
    expect(write(chat, 20)).toEqual([]);
    expect(reply(chat, 30)).toEqual([['agentSilent', null]]);
    expect(write(chat, 40)).toEqual([['agentSilent', 100]]);
    chat.ownerId = 'ben';
    expect(record(chat, 50)).toEqual([['agentSilent', 110]]);
    chat.state = chatStates.closed;
    expect(record(chat, 55)).toEqual([['agentSilent', null]]);
    expect(chat.service.running).toBeUndefined();
  });

  test('a suspension stops no clock while the customer waits, and what has happened does not happen again behind it', () => {
    const times = { amber: 30, red: 60, act: 90 };
    const chat = makeChat({
      agentRemind: 60,
      agentRequeue: 300,
      suspendedMost: 50,
      policies: [policy('one', { first: times, next: times })],
    });
    record(chat, 0);
    noteTaken(chat, 'agentSilent', dueStep(chat, 'agentSilent', at(70)));
    const before = { ...chat.service.running };
    chat.state = chatStates.suspended;
    expect(record(chat, 75)).toEqual([['suspendedMost', 125]]);
    expect(chat.service.running).toMatchObject(before);
    expect(dueStep(chat, 'firstReply', at(90))?.does).toBe('act');
    chat.state = chatStates.started;
    expect(record(chat, 80)).toEqual([['suspendedMost', null]]);
    expect(chat.service.running).toEqual(before);
    expect(reply(chat, 85)).toEqual([
      ['firstReply', null],
      ['agentSilent', null],
    ]);
    expect(write(chat, 100)).toEqual([
      ['nextReply', 190],
      ['agentSilent', 160],
    ]);
    chat.state = chatStates.suspended;
    record(chat, 110);
    expect(shownClock(chat.service)?.since).toBe(at(100).toISOString());
    chat.waitingSince = null;
    expect(record(chat, 115)).toEqual([
      ['nextReply', null],
      ['agentSilent', null],
    ]);
  });

  test('a silent customer has a clock from our last answer, and none from a waking', () => {
    const chat = makeChat({ customerRemind: 60, customerEnd: 120, customerEndAct: 'park' });
    expect(record(chat, 0)).toEqual([]);
    expect(reply(chat, 10)).toEqual([['customerSilent', 70]]);
    expect(reply(chat, 20)).toEqual([['customerSilent', 80]]);
    expect(record(chat, 25)).toEqual([]);
    chat.state = chatStates.suspended;
    expect(record(chat, 30)).toEqual([['customerSilent', null]]);
    chat.state = chatStates.ongoing;
    expect(record(chat, 90)).toEqual([]);
    expect(reply(chat, 95)).toEqual([['customerSilent', 155]]);
    expect(write(chat, 100)).toEqual([['customerSilent', null]]);
  });

  test('a silent customer has a clock from a save of settings on, and none in a chat that has woken since our answer', () => {
    const rules = { customerRemind: 60 };
    const chat = makeChat({});
    reply(chat, 10);
    holdRules(chat, rules);
    expect(record(chat, 20, { isAnew: true })).toEqual([['customerSilent', 80]]);
    const woken = makeChat({});
    reply(woken, 10);
    woken.service = { ...woken.service, hasWoken: true };
    holdRules(woken, rules);
    expect(record(woken, 20, { isAnew: true })).toEqual([]);
    expect(woken.service).toEqual({ rules, hasWoken: true });
    expect(reply(woken, 30)).toEqual([['customerSilent', 90]]);
  });

  test('a suspension has its longest time', () => {
    const chat = makeChat({ suspendedMost: 600 });
    expect(record(chat, 0)).toEqual([]);
    chat.state = chatStates.suspended;
    expect(record(chat, 5)).toEqual([['suspendedMost', 605]]);
    chat.state = chatStates.started;
    expect(record(chat, 8)).toEqual([['suspendedMost', null]]);
  });

  test('colours alone have no row, and the first policy that fits the priority counts as long as its clock runs', () => {
    const first = { amber: 30, red: 90, act: 0 };
    const chat = makeChat({
      policies: [
        policy('high', { from: 8, first }),
        policy('all', { first: { ...first, red: 60 }, next: { amber: 10, red: 20, act: 40 } }),
      ],
    });
    expect(record(chat, 0)).toEqual([]);
    expect(shownClock(chat.service)).toEqual({
      kind: 'firstReply',
      since: at(0).toISOString(),
      amberAt: at(30).toISOString(),
      redAt: at(60).toISOString(),
    });
    chat.priority = 9;
    // It keeps its policy where others are saved meanwhile.
    record(chat, 5, { isAnew: true });
    expect(shownClock(chat.service)?.redAt).toBe(at(60).toISOString());
    chat.priority = 5;
    expect(reply(chat, 10)).toEqual([]);
    expect(shownClock(chat.service)).toBeNull();
    expect(write(chat, 100)).toEqual([['nextReply', 140]]);
    expect(shownClock(chat.service)).toMatchObject({ kind: 'nextReply', amberAt: at(110).toISOString() });
    // The customer waits still in the queue of another agent.
    Object.assign(chat, { handledBy: 'queue', state: chatStates.created, ownerId: null });
    expect(record(chat, 120)).toEqual([]);
    chat.state = chatStates.missed;
    expect(record(chat, 130)).toEqual([['nextReply', null]]);
  });

  test('changed seconds count from the beginning, and what has happened does not happen again', () => {
    const chat = makeChat({ agentRemind: 60, agentRequeue: 300 });
    record(chat, 0);
    noteTaken(chat, 'agentSilent', dueStep(chat, 'agentSilent', at(60)));
    holdRules(chat, { agentRemind: 30, agentRequeue: 100 });
    expect(record(chat, 70, { isAnew: true })).toEqual([['agentSilent', 100]]);
    // A row that was lost is there again.
    expect(record(chat, 75, { isAnew: true })).toEqual([['agentSilent', 100]]);
    holdRules(chat, {});
    expect(record(chat, 80, { isAnew: true })).toEqual([['agentSilent', null]]);
    expect(chat.service).toEqual({});
  });
});

test('a policy counts all hours or open ones alone, and the silence of an agent open ones', () => {
  const closed = { timeZone: 'UTC', days: Array.from({ length: 7 }, () => []), exceptions: [] };
  const first = { amber: 30, red: 60, act: 0 };
  const redOf = (isOpen: boolean) => {
    const chat = makeChat({ agentRemind: 60, policies: [policy('one', { isOpen, first })] });
    settleClocks(chat, planClocks(chat, { now: at(0), hasReplied: false, isAnew: false }), closed);
    return [shownClock(chat.service)?.redAt, chat.service.running?.agentSilent?.dueAt];
  };
  expect([redOf(false), redOf(true)]).toEqual([
    [at(60).toISOString(), null],
    [undefined, null],
  ]);
});

describe('steps that are due', () => {
  const late = () => {
    const chat = makeChat({ agentRemind: 60, agentRequeue: 300 });
    record(chat, 0);
    chat.clocks.clear();
    return chat;
  };

  test('the last one of two steps that have passed acts alone', () => {
    const chat = late();
    expect(dueStep(chat, 'agentSilent', at(59))).toBeUndefined();
    expect(dueStep(chat, 'agentSilent', at(60))?.does).toBe('remind');
    const step = dueStep(chat, 'agentSilent', at(4000));
    expect(step).toMatchObject({ does: 'requeue', at: at(300).toISOString(), ends: true });
    noteTaken(chat, 'agentSilent', step);
    // Its row is taken already.
    expect([chat.service.running?.agentSilent, [...chat.clocks]]).toMatchObject([{ steps: [], did: ['remind', 'requeue'] }, []]);
  });

  test('a row that is reckoned anew in the transaction that acts on it goes with it', () => {
    const chat = late();
    chat.service = { ...chat.service, rules: { agentRemind: 60 } };
    settleClocks(chat, planClocks(chat, { now: at(70), hasReplied: false, isAnew: true }), null);
    expect(chat.clocks.get('agentSilent')?.dueAt).toEqual(at(60));
    noteTaken(chat, 'agentSilent', dueStep(chat, 'agentSilent', at(70)));
    expect([...chat.clocks]).toEqual([['agentSilent', null]]);
  });

  test('a step that is held back keeps its time, and the earlier one has passed with it', () => {
    const chat = late();
    holdBack(chat, 'agentSilent', dueStep(chat, 'agentSilent', at(4000)) as never);
    expect([...chat.clocks]).toEqual([['agentSilent', { startedAt: at(0), dueAt: at(300), ends: true }]]);
    expect(dueStep(chat, 'agentSilent', at(4000))?.does).toBe('requeue');
  });

  test('nothing is due of what is not so any more', () => {
    const chat = late();
    chat.waitingSince = null;
    expect(dueStep(chat, 'agentSilent', at(4000))).toBeUndefined();
  });
});

describe('times in open hours', () => {
  const slots: CalendarSlot[][] = [
    [],
    [{ from: '09:00', to: '12:00' }],
    [{ from: '22:30', to: '06:15' }],
    [
      { from: '08:00', to: '08:07' },
      { from: '13:00', to: '24:00' },
    ],
  ];
  const calendar = fc.record({
    timeZone: fc.constantFrom('UTC', 'Asia/Kathmandu', 'Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe'),
    days: fc.array(fc.constantFrom(...slots), { minLength: 7, maxLength: 7 }),
    exceptions: fc.constant<CalendarHours['exceptions']>([]),
  });

  /** Counts the minutes that are open, one after the other. */
  function byMinutes(hours: CalendarHours, since: number, minutes: number): number | null {
    let left = minutes;
    for (let minute = since; minute < since + 9 * 86_400_000; minute += 60_000) {
      if (!openAt(hours, minute).open) continue;
      left -= 1;
      if (left === 0) return minute + 60_000;
    }
    return null;
  }

  test('amber, red and act are reckoned as somebody would who counts open minutes, around changes of the clocks too', () => {
    fc.assert(
      fc.property(
        calendar,
        fc.integer({ min: 0, max: 3 * 1440 }),
        fc.constantFrom('2026-03-28T00:00:00Z', '2026-10-24T00:00:00Z', '2026-06-01T00:00:00Z'),
        fc.integer({ min: 1, max: 600 }),
        (hours, offset, day, minutes) => {
          const since = Date.parse(day) + offset * 60_000;
          const expected = byMinutes(hours, since, minutes);
          fc.pre(expected !== null);
          expect(dueAfter(new Date(since), minutes * 60, hours)).toBe(new Date(expected as number).toISOString());
        },
      ),
      { numRuns: 60 },
    );
  });

  test('each second counts without hours, and nothing that is switched off is due', () => {
    expect([dueAfter(at(0), 90, null), dueAfter(at(0), 0, null)]).toEqual([at(90).toISOString(), null]);
    const closed = { timeZone: 'UTC', days: Array.from({ length: 7 }, () => []), exceptions: [] };
    expect(dueAfter(at(0), 90, closed)).toBeNull();
    const yearly = { name: 'One hour a year', from: '2026-04-01', to: '2026-04-01', yearly: true, slots: [{ from: '09:00', to: '10:00' }] };
    const seldom = { ...closed, exceptions: [yearly] };
    expect([dueAfter(at(0), 7200, seldom), dueAfter(at(0), 7201, seldom)]).toEqual(['2027-04-01T10:00:00.000Z', null]);
  });
});
