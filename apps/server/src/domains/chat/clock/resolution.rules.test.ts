import type { CalendarHours, CalendarSlot } from '@parley/contract';
import { chatStates } from '@parley/contract';
import { openAt } from '@parley/hours';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { HeldPolicy, PolicyTimes } from '#platform/db/schema.chat.ts';
import { beginResolution, noteRest } from './resolution.rules.ts';
import { type ClockedChat, dueStep, holdRules, noteTaken, planClocks, settleClocks, shownClock } from './service.rules.ts';

const start = Date.parse('2026-03-02T10:00:00Z');
const at = (seconds: number) => new Date(start + seconds * 1000);
const iso = (seconds: number) => at(seconds).toISOString();
const never = { amber: 0, red: 0, act: 0 };
const policy = (id: string, resolution: PolicyTimes, part: Partial<HeldPolicy> = {}): HeldPolicy => ({
  ...{ id, from: 0, to: 9, isOpen: false, ends: false, first: never, next: never },
  resolution,
  ...part,
});

const makeChat = (policies: HeldPolicy[], part: Partial<ClockedChat> = {}): ClockedChat => {
  const chat: ClockedChat = {
    state: chatStates.ongoing,
    handledBy: 'agent',
    ownerId: 'asha',
    waitingSince: null,
    firstReplyAt: at(0),
    pickedUpAt: at(0),
    priority: 5,
    service: {},
    clocks: new Map(),
    ...part,
  };
  holdRules(chat, policies.length > 0 ? { policies } : {});
  return chat;
};

/** Records the chat as `ChatRecording` does. */
const recordAt = (chat: ClockedChat, now: Date, { isAnew = false, hours = null as CalendarHours | null } = {}) => {
  chat.clocks.clear();
  noteRest(chat, now);
  const plans = planClocks(chat, { now, hasReplied: false, isAnew });
  if (plans.length > 0) settleClocks(chat, plans, hours);
  return [...chat.clocks].map(([kind, clock]) => [kind, clock && (clock.dueAt.getTime() - start) / 1000]);
};
const record = (chat: ClockedChat, seconds: number, isAnew = false) => recordAt(chat, at(seconds), { isAnew });
const set = (chat: ClockedChat, seconds: number, change: Partial<ClockedChat>, isAnew = false) => {
  Object.assign(chat, change);
  return record(chat, seconds, isAnew);
};
const times = { amber: 60, red: 120, act: 180 };
const { ongoing, suspended, created, missed, closed } = chatStates;

describe('time until a chat is resolved', () => {
  test('the resolution runs from the pickup, stands still while an answered chat is suspended, and ends with the chat', () => {
    const chat = makeChat([policy('one', times)]);
    expect(record(chat, 0)).toEqual([['resolution', 180]]);
    expect(shownClock(chat.service)).toEqual({ kind: 'resolution', since: iso(0), amberAt: iso(60), redAt: iso(120) });
    expect(set(chat, 100, { state: suspended })).toEqual([['resolution', null]]);
    // It was amber, and has no red time while it stands still.
    expect(shownClock(chat.service)).toMatchObject({ amberAt: iso(60), redAt: null });
    expect(set(chat, 500, { state: ongoing })).toEqual([['resolution', 580]]);
    expect(shownClock(chat.service)).toMatchObject({ since: iso(0), amberAt: iso(60), redAt: iso(520) });
    // A message and its answer change nothing.
    expect(set(chat, 510, { waitingSince: at(510) })).toEqual([]);
    expect(set(chat, 515, { waitingSince: null })).toEqual([]);
    expect(set(chat, 520, { state: closed })).toEqual([['resolution', null]]);
    expect(chat.service).toEqual({ rules: { policies: [policy('one', times)] } });
  });

  test('time in which a suspended chat waits for an answer counts, and stands still from the answer on', () => {
    const chat = makeChat([policy('one', times)]);
    record(chat, 0);
    set(chat, 10, { waitingSince: at(10) });
    expect(set(chat, 20, { state: suspended })).toEqual([]);
    expect(set(chat, 50, { waitingSince: null })).toEqual([['resolution', null]]);
    expect(set(chat, 150, { state: ongoing })).toEqual([['resolution', 280]]);
  });

  test('a chat that was returned to a bot rests until people have it again', () => {
    const chat = makeChat([policy('one', times)]);
    record(chat, 0);
    expect(set(chat, 100, { handledBy: 'bot', state: created, waitingSince: at(90) })).toEqual([['resolution', null]]);
    expect(set(chat, 500, { handledBy: 'queue' })).toEqual([['resolution', 580]]);
    expect(set(chat, 510, { handledBy: 'agent', state: ongoing })).toEqual([]);
  });

  test('a transfer, a queue, another pickup and a missed wait do not begin it anew, and a reopened chat does', () => {
    const chat = makeChat([policy('one', times)]);
    record(chat, 0);
    expect(set(chat, 30, { handledBy: 'queue', state: created, ownerId: null, waitingSince: at(30) })).toEqual([]);
    expect(set(chat, 40, { handledBy: 'agent', state: ongoing, ownerId: 'ben' })).toEqual([]);
    set(chat, 50, { state: missed });
    expect(chat.service.running).toBeUndefined();
    expect(set(chat, 90, { state: ongoing })).toEqual([['resolution', 180]]);
    set(chat, 100, { state: closed, waitingSince: null });
    beginResolution(chat, at(1000));
    expect(set(chat, 1000, { state: ongoing })).toEqual([['resolution', 1180]]);
    expect(chat.service.running?.resolution?.since).toBe(iso(1000));
  });

  test('rests count for a policy that comes later, and are not lost in a department without one', () => {
    const chat = makeChat([]);
    set(chat, 10, { state: suspended });
    set(chat, 110, { state: ongoing });
    expect(chat.service).toEqual({ resolution: { rests: [[iso(10), iso(110)]] } });
    holdRules(chat, { policies: [policy('one', times)] });
    expect(record(chat, 120, true)).toEqual([['resolution', 280]]);
    holdRules(chat, {});
    expect(record(chat, 130, true)).toEqual([['resolution', null]]);
    holdRules(chat, { policies: [policy('two', { ...times, act: 200 })] });
    expect(record(chat, 140)).toEqual([['resolution', 300]]);
  });

  test('changed seconds count from what was spent, by the policy that it has begun with', () => {
    const chat = makeChat([policy('one', times, { to: 5 }), policy('two', { amber: 1, red: 2, act: 3 })]);
    record(chat, 0);
    chat.priority = 9;
    set(chat, 20, { state: suspended });
    set(chat, 120, { state: ongoing });
    expect(chat.service.running?.resolution?.policyId).toBe('one');
    holdRules(chat, { policies: [policy('one', { ...times, act: 90 }, { to: 5 })] });
    expect(record(chat, 130, true)).toEqual([['resolution', 190]]);
    // It is due of what was spent before it stood still.
    set(chat, 140, { state: suspended });
    holdRules(chat, { policies: [policy('one', { ...times, act: 15 }, { to: 5 })] });
    expect(record(chat, 150, true)).toEqual([['resolution', 15]]);
    expect(dueStep(chat, 'resolution', at(151))?.does).toBe('act');
  });

  test('each policy acts once, whatever departments the chat comes through', () => {
    const [one, two] = [policy('one', times), policy('two', { ...times, act: 150 })];
    const chat = makeChat([one]);
    record(chat, 0);
    noteTaken(chat, 'resolution', dueStep(chat, 'resolution', at(200)));
    holdRules(chat, { policies: [two] });
    expect(record(chat, 210, true)).toEqual([['resolution', 150]]);
    noteTaken(chat, 'resolution', dueStep(chat, 'resolution', at(220)));
    for (const held of [one, two]) {
      holdRules(chat, { policies: [held] });
      expect(record(chat, 230, true)).toEqual([]);
    }
    expect(chat.service.resolution?.acted).toEqual(['one', 'two']);
  });

  test('a suspension by a process of the version before counts until one of this version records the chat', () => {
    const chat = makeChat([policy('one', times)]);
    record(chat, 0);
    chat.state = suspended;
    expect(dueStep(chat, 'resolution', at(200))?.does).toBe('act');
    expect(record(chat, 100)).toEqual([['resolution', null]]);
    expect(chat.service.resolution).toEqual({ rests: [[iso(100), null]] });
  });

  test('a hundred rests are kept, of which the nearest two become one', () => {
    const chat = makeChat([]);
    for (let rest = 0; rest < 102; rest += 1) {
      const from = rest * 100 + (rest === 50 ? -80 : 0);
      set(chat, from, { state: suspended });
      set(chat, rest * 100 + 10, { state: ongoing });
    }
    const rests = chat.service.resolution?.rests ?? [];
    expect(rests).toHaveLength(100);
    expect(rests).toContainEqual([iso(4900), iso(5010)]);
  });
});

describe('minute by minute', () => {
  const minute = 60_000;
  const slots: CalendarSlot[][] = [
    [],
    [{ from: '09:00', to: '12:00' }],
    [{ from: '22:30', to: '06:15' }],
    [
      { from: '08:00', to: '08:07' },
      { from: '13:00', to: '24:00' },
    ],
  ];
  const calendar: fc.Arbitrary<CalendarHours> = fc.record({
    timeZone: fc.constantFrom('UTC', 'Asia/Kathmandu', 'Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe'),
    days: fc.array(fc.constantFrom(...slots), { minLength: 7, maxLength: 7 }),
    exceptions: fc.constant<CalendarHours['exceptions']>([]),
  });
  const event = fc.record({
    after: fc.integer({ min: 0, max: 400 }),
    does: fc.constantFrom(
      'suspend',
      'suspend',
      'resume',
      'message',
      'reply',
      'transfer',
      'pickUp',
      'close',
      'reopen',
      'calendar',
      'policy',
    ),
    hours: calendar,
    minutes: fc.integer({ min: 1, max: 700 }),
    isOpen: fc.boolean(),
  });
  type Event = typeof event extends fc.Arbitrary<infer T> ? T : never;

  const changes: Readonly<Partial<Record<Event['does'], (chat: ClockedChat, now: Date) => void>>> = {
    suspend: (chat) => chat.handledBy === 'agent' && chat.state === ongoing && Object.assign(chat, { state: suspended }),
    resume: (chat) => chat.state === suspended && Object.assign(chat, { state: ongoing }),
    message: (chat, now) => {
      if (chat.state === closed) return;
      chat.waitingSince ??= now;
      if (chat.state === suspended) chat.state = ongoing;
    },
    reply: (chat) => chat.handledBy === 'agent' && chat.state !== closed && Object.assign(chat, { waitingSince: null }),
    transfer: (chat, now) =>
      chat.state !== closed &&
      Object.assign(chat, { handledBy: 'queue', state: created, ownerId: null, waitingSince: chat.waitingSince ?? now }),
    pickUp: (chat) => chat.handledBy === 'queue' && Object.assign(chat, { handledBy: 'agent', state: ongoing, ownerId: 'ben' }),
    close: (chat) => chat.handledBy === 'agent' && Object.assign(chat, { state: closed, waitingSince: null }),
    reopen: (chat, now) => {
      if (chat.state !== closed) return;
      beginResolution(chat, now);
      chat.state = ongoing;
    },
  };

  /** Counts minutes one after the other, without looking at anything that the clock keeps. */
  const model =
    (rests: ReadonlySet<number>, began: number, restsNow: boolean, last: number) => (hours: CalendarHours | null, wanted: number) => {
      let left = wanted;
      for (let now = began; now < began + 12 * 1440 * minute; now += minute) {
        if (now < last ? rests.has(now) : restsNow) continue;
        if (hours && !openAt(hours, now).open) continue;
        left -= 1;
        if (left === 0) return new Date(now + minute).toISOString();
      }
      return null;
    };

  test('amber, red and act come when somebody who counts minutes says so, through suspensions, transfers, reopenings and other calendars', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('2026-03-28T00:00:00Z', '2026-10-24T00:00:00Z', '2026-06-01T00:00:00Z'),
        calendar,
        fc.array(event, { minLength: 1, maxLength: 14 }),
        (day, firstHours, events) => {
          let [now, hours, isOpen, minutes] = [Date.parse(day), firstHours, true, 300];
          let [began, rests] = [now, new Set<number>()];
          const held = () => [policy('one', { amber: minutes * 60, red: minutes * 90, act: minutes * 120 }, { isOpen })];
          minutes *= 2;
          const chat = makeChat(held(), { pickedUpAt: new Date(now) });
          recordAt(chat, new Date(now), { hours });
          for (const { after, does, ...next } of events) {
            // The customer has an answer, and nobody works at it.
            const isResting = chat.state === suspended && chat.waitingSince === null;
            for (let passed = 0; passed < after; passed += 1) if (isResting) rests.add(now + passed * minute);
            now += after * minute;
            if (does === 'reopen' && chat.state === closed) [began, rests] = [now, new Set()];
            changes[does]?.(chat, new Date(now));
            if (does === 'calendar') hours = next.hours;
            if (does === 'policy') [isOpen, minutes] = [next.isOpen, next.minutes * 2];
            if (does === 'policy') holdRules(chat, { policies: held() });
            recordAt(chat, new Date(now), { hours, isAnew: does === 'calendar' || does === 'policy' });
          }
          const clock = chat.service.running?.resolution;
          if (chat.state === closed) {
            expect([clock, chat.clocks.get('resolution') ?? null]).toEqual([undefined, null]);
            return;
          }
          const due = model(rests, began, chat.state === suspended && chat.waitingSince === null, now);
          const counted = isOpen ? hours : null;
          const expected = [minutes, minutes * 1.5, minutes * 2].map((wanted) => due(counted, wanted));
          // The counting looks a few days ahead.
          const horizon = new Date(began + 12 * 1440 * minute).toISOString();
          const found = [clock?.amberAt, clock?.redAt, clock?.steps[0]?.at].map((time) => (time && time <= horizon ? time : null));
          expect(found).toEqual(expected);
        },
      ),
      { numRuns: 150 },
    );
  });
});
