import fc from 'fast-check';
import { expect, test } from 'vitest';
import { confirm, decide, explain } from './decide.ts';
import { fitTextOf, misfitOf } from './fit.ts';
import { naivelyDecide, naivelyFits } from './oracle.ts';
import { compareChats } from './order.ts';
import type { Desk, Situation, Waiting } from './situation.ts';

const departments = ['billing', 'sales', 'support'];
const users = Array.from({ length: 8 }, (_, index) => `user-${index}`);
const among = (values: readonly string[]) => fc.subarray([...values]);
const skills = ['refund', 'tax'];
const orNone = (values: readonly string[]) => fc.option(fc.constantFrom(...values), { nil: null, freq: 3 });

const chats: fc.Arbitrary<Waiting[]> = fc
  .array(
    fc.record({
      departmentId: orNone(departments),
      offeredTo: among(departments),
      language: orNone(['en', 'hi']),
      skills: fc.oneof(
        { weight: 3, arbitrary: fc.constant([]) },
        fc.uniqueArray(fc.record({ id: fc.constantFrom(...skills), level: fc.integer({ min: 1, max: 5 }) }), { selector: ({ id }) => id }),
      ),
      requiredId: fc.option(fc.constantFrom(...users), { nil: null, freq: 8 }),
      preferredId: orNone(users),
      passedBy: fc.oneof({ weight: 4, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: among(users) }),
      priority: fc.integer({ min: 0, max: 3 }),
      rankAt: fc.integer({ min: 0, max: 20 }),
      weight: fc.constantFrom(25, 100, 100, 300),
      isInTurn: fc.boolean(),
    }),
    { maxLength: 25 },
  )
  // Departments are open or closed for all of their chats.
  .chain((made) =>
    among(departments).map((closed) =>
      made.map((chat, index) => ({
        ...chat,
        chatId: `chat-${String(index).padStart(2, '0')}`,
        isClosed: chat.departmentId !== null && closed.includes(chat.departmentId) && closed.length < departments.length,
      })),
    ),
  );

const deskOf = (userId: string): fc.Arbitrary<Desk> =>
  fc.record({
    userId: fc.constant(userId),
    isOnline: fc.boolean().map((value) => value || userId < 'user-5'),
    isRouted: fc.integer({ min: 0, max: 6 }).map((value) => value > 0),
    isWrappingUp: fc.integer({ min: 0, max: 9 }).map((value) => value === 0),
    rampLeft: fc.option(fc.integer({ min: 0, max: 4 }), { nil: null, freq: 2 }),
    departmentIds: among(departments),
    languages: among(['en', 'hi']),
    skills: fc.dictionary(fc.constantFrom(...skills), fc.integer({ min: 1, max: 5 })),
    priority: fc.integer({ min: 0, max: 2 }),
    load: fc.integer({ min: 0, max: 24 }).map((value) => value * 25),
    limit: fc.integer({ min: 1, max: 6 }).map((value) => value * 100),
    departments: fc.dictionary(
      fc.constantFrom(...departments),
      fc.record({ load: fc.integer({ min: 0, max: 4 }).map((value) => value * 50), limit: fc.constantFrom(100, 200, 300) }),
    ),
    idleSince: fc.integer({ min: 0, max: 9 }),
    turn: fc.integer({ min: 0, max: 9 }),
  });

const situations: fc.Arbitrary<Situation> = fc.record({
  waiting: chats,
  desks: fc.subarray(users).chain((userIds) => fc.tuple(...userIds.map(deskOf))),
});

const pairsOf = (assignments: readonly { chatId: string; userId: string }[]) =>
  assignments.map(({ chatId, userId }) => ({ chatId, userId }));

/** The situation when the assignments are carried out. */
function carryOut({ waiting, desks }: Situation, pairs: readonly { chatId: string; userId: string }[]): Situation {
  let turn = Math.max(0, ...desks.map((desk) => desk.turn));
  const after = new Map(desks.map((desk) => [desk.userId, structuredClone(desk) as { -readonly [Key in keyof Desk]: Desk[Key] }]));
  for (const { chatId, userId } of pairs) {
    const [chat, desk] = [waiting.find((one) => one.chatId === chatId), after.get(userId)];
    if (!chat || !desk) throw new Error('The pair is of another situation.');
    desk.load += chat.weight;
    desk.turn = ++turn;
    if (desk.rampLeft !== null) desk.rampLeft -= 1;
    const own = chat.departmentId === null ? undefined : desk.departments[chat.departmentId];
    if (own) own.load += chat.weight;
  }
  const given = new Set(pairs.map(({ chatId }) => chatId));
  return { waiting: waiting.filter(({ chatId }) => !given.has(chatId)), desks: [...after.values()] };
}

test('a decision is that of the naive reading of the rules', () => {
  fc.assert(
    fc.property(situations, (situation) => {
      expect(pairsOf(decide(situation).assignments)).toEqual(naivelyDecide(situation));
    }),
    { numRuns: 300 },
  );
});

test('a decision depends on no order of its lists', () => {
  fc.assert(
    fc.property(situations, (situation) => {
      const turned = { waiting: situation.waiting.toReversed(), desks: situation.desks.toReversed() };
      expect(decide(turned).assignments).toEqual(decide(situation).assignments);
    }),
  );
});

test('a decision goes above no limit, gives a chat once, and leaves no chat waiting that fits a desk with room', () => {
  fc.assert(
    fc.property(situations, (situation) => {
      const { assignments } = decide(situation);
      expect(new Set(assignments.map(({ chatId }) => chatId)).size).toBe(assignments.length);
      const after = carryOut(situation, assignments);
      for (const desk of after.desks) {
        const before = situation.desks.find(({ userId }) => userId === desk.userId);
        // One chat that weighs more than the limit fills an empty desk.
        if (desk.load !== before?.load) expect(desk.load <= desk.limit || before?.load === 0).toBe(true);
        if (desk.rampLeft !== before?.rampLeft) expect(desk.rampLeft).toBeGreaterThanOrEqual(0);
      }
      for (const chat of after.waiting) expect(after.desks.filter((desk) => naivelyFits(chat, desk))).toEqual([]);
      expect(decide(after).assignments).toEqual([]);
    }),
    { numRuns: 200 },
  );
});

test('a cut decision is the beginning of the whole one', () => {
  fc.assert(
    fc.property(situations, fc.integer({ min: 1, max: 5 }), (situation, most) => {
      const whole = decide(situation);
      const cut = decide(situation, most);
      expect(cut.assignments).toEqual(whole.assignments.slice(0, most));
      expect(cut.isCut).toBe(whole.assignments.length > most);
    }),
  );
});

test('needs that are dropped only add desks', () => {
  fc.assert(
    fc.property(situations, ({ waiting, desks }) => {
      for (const chat of waiting)
        for (const desk of desks)
          if (misfitOf(chat, desk) === null)
            expect(misfitOf({ ...chat, language: null, skills: [], requiredId: null, passedBy: [], offeredTo: [] }, desk)).toBeNull();
    }),
  );
});

test('a chat is given to nobody who lacks a skill that it asks for, and once it asks for none to whoever fits otherwise', () => {
  fc.assert(
    fc.property(situations, (situation) => {
      const chatOf = new Map(situation.waiting.map((waiting) => [waiting.chatId, waiting]));
      const levelsOf = new Map(situation.desks.map((one) => [one.userId, one.skills]));
      for (const { chatId, userId } of decide(situation).assignments)
        for (const { id, level } of chatOf.get(chatId)?.skills ?? []) expect(levelsOf.get(userId)?.[id] ?? 0).toBeGreaterThanOrEqual(level);
      // The same as if everybody had all skills.
      const able = situation.desks.map((one) => ({ ...one, skills: { refund: 5, tax: 5 } }));
      const asked = decide({ waiting: situation.waiting, desks: able });
      const relaxed = situation.waiting.map((waiting) => ({ ...waiting, skills: [] }));
      const dropped = pairsOf(decide({ waiting: relaxed, desks: situation.desks }).assignments);
      expect(dropped).toEqual(pairsOf(asked.assignments));
    }),
  );
});

test('an explanation agrees with the decision', () => {
  fc.assert(
    fc.property(situations, (situation) => {
      const { assignments } = decide(situation);
      const after = carryOut(situation, assignments);
      for (const chat of after.waiting) for (const { misfit } of explain(chat, after)) expect(misfit).not.toBeNull();
      const [first] = assignments;
      if (!first) return;
      const chat = situation.waiting.find(({ chatId }) => chatId === first.chatId) as Waiting;
      const fitting = explain(chat, situation).filter(({ misfit }) => misfit === null);
      expect(fitting).toHaveLength(first.fitting);
      expect(fitting).toContainEqual({ userId: first.userId, misfit: null, load: first.load, limit: first.limit });
    }),
  );
});

test('chats of one text fit the same desks', () => {
  fc.assert(
    fc.property(situations, ({ waiting, desks }) => {
      for (const group of Map.groupBy(waiting, fitTextOf).values())
        for (const desk of desks) expect(new Set(group.map((chat) => misfitOf(chat, desk) === null)).size).toBe(1);
    }),
  );
});

/** Changes between two readings: chats went, desks filled up, went away or became free. */
const changed = fc.record({
  gone: fc.array(fc.nat(24), { maxLength: 5 }),
  loads: fc.array(fc.integer({ min: -8, max: 8 }), { minLength: 8, maxLength: 8 }),
  away: fc.array(fc.nat(7), { maxLength: 2 }),
});

test('a confirmed decision fits in both readings and gives nobody a place that fell free ahead', () => {
  fc.assert(
    fc.property(situations, changed, (before, change) => {
      const first = decide(before);
      const chatIds = new Set(first.assignments.map(({ chatId }) => chatId));
      const userIds = new Set(first.assignments.map(({ userId }) => userId));
      const again: Situation = {
        waiting: before.waiting.filter(({ chatId }, index) => chatIds.has(chatId) && !change.gone.includes(index)),
        desks: before.desks
          .filter(({ userId }) => userIds.has(userId))
          .map((desk, index) => ({
            ...desk,
            load: Math.max(0, desk.load + (change.loads[index] ?? 0) * 25),
            isOnline: desk.isOnline && !change.away.includes(index),
          })),
      };
      const confirmed = confirm(first, before, again);
      const placeOf = new Map(first.assignments.map(({ chatId }, place) => [chatId, place]));
      // Sound in both readings, one after the other.
      for (const reading of [before, again]) {
        let state = reading;
        for (const pair of confirmed) {
          const chat = state.waiting.find(({ chatId }) => chatId === pair.chatId) as Waiting;
          const desk = state.desks.find(({ userId }) => userId === pair.userId) as Desk;
          expect(naivelyFits(chat, desk)).toBe(true);
          state = carryOut(state, [pair]);
        }
      }
      // The order is that of the first decision, and nobody has more places than it had at or behind the chat.
      const order = confirmed.map(({ chatId }) => placeOf.get(chatId) as number);
      expect(order).toEqual(order.toSorted((one, other) => one - other));
      for (const [index, { userId }] of confirmed.entries()) {
        const had = first.assignments.slice(order[index]).filter((pair) => pair.userId === userId).length;
        expect(confirmed.slice(index).filter((pair) => pair.userId === userId).length).toBeLessThanOrEqual(had);
      }
    }),
    { numRuns: 300 },
  );
});

test('nothing that has not changed is decided otherwise the second time', () => {
  fc.assert(
    fc.property(situations, (situation) => {
      const first = decide(situation);
      expect(confirm(first, situation, situation)).toEqual(first.assignments);
    }),
  );
});

test('the order of chats is total', () => {
  fc.assert(
    fc.property(chats, (some) => {
      for (const one of some)
        for (const other of some) expect(Math.sign(compareChats(one, other))).toBe(-Math.sign(compareChats(other, one)) + 0);
    }),
  );
});

const chat = (more: Partial<Waiting>): Waiting => ({
  chatId: 'chat',
  departmentId: null,
  offeredTo: [],
  isClosed: false,
  language: null,
  skills: [],
  requiredId: null,
  preferredId: null,
  passedBy: [],
  priority: 0,
  rankAt: 0,
  weight: 100,
  isInTurn: false,
  ...more,
});
const desk = (userId: string, more: Partial<Desk> = {}): Desk => ({
  userId,
  isOnline: true,
  isRouted: true,
  isWrappingUp: false,
  rampLeft: null,
  departmentIds: [],
  languages: [],
  skills: {},
  priority: 0,
  load: 0,
  limit: 500,
  departments: {},
  idleSince: 0,
  turn: 0,
  ...more,
});

test.each([
  ['the one who had the customer last goes first', chat({ preferredId: 'b' }), [desk('a'), desk('b', { load: 400 })], 'b', 'sameAgent'],
  ['then the higher priority', chat({}), [desk('a'), desk('b', { priority: 1, load: 400 })], 'b', 'priority'],
  ['then the smaller share of the limit', chat({}), [desk('a', { load: 200 }), desk('b', { load: 300, limit: 1000 })], 'b', 'leastBusy'],
  ['then the longer idle', chat({}), [desk('a', { idleSince: 2 }), desk('b', { idleSince: 1 })], 'b', 'longestIdle'],
  ['in turn the load counts nothing', chat({ isInTurn: true }), [desk('a', { turn: 5 }), desk('b', { turn: 4, load: 400 })], 'b', 'turn'],
  ['the only one that fits', chat({}), [desk('a', { load: 500 }), desk('b', { load: 400 })], 'b', 'only'],
] as const)('%s', (_title, one, desks, userId, ground) => {
  expect(decide({ waiting: [one], desks: [...desks] }).assignments).toMatchObject([{ userId, ground }]);
});
