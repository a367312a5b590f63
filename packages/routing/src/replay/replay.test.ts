import fc from 'fast-check';
import { expect, test } from 'vitest';
import { analyse, calibrate, changeWorld, figuresOf, recordedAs, replay, toWorld, type World } from './index.ts';
import { randomOf } from './random.ts';
import { type SampleOptions, sampleRecords, usualSample } from './samples.ts';

const world = (options: Partial<SampleOptions> = {}): World => toWorld(sampleRecords({ ...usualSample, days: 2, ...options }));
const worlds = fc
  .record({
    seed: fc.integer({ min: 1, max: 10_000 }),
    agents: fc.integer({ min: 1, max: 6 }),
    limit: fc.integer({ min: 1, max: 4 }),
    drawnOut: fc.constantFrom(0, 0.2),
    meanReactionMs: fc.constantFrom(0, 8000),
  })
  .map((options) => world({ ...options, chatsADay: 120 }));

test('the same world and seed give the same bytes, and changes are drawn by the seed alone', () => {
  fc.assert(
    fc.property(worlds, fc.integer({ min: 0, max: 99 }), (one, seed) => {
      const more = () =>
        changeWorld(one, [{ kind: 'volume', departmentId: 'support', percent: 40, fromHour: 0, toHour: 24 }], new Map(), seed);
      const run = () => JSON.stringify(replay(more(), seed));
      expect(run()).toBe(run());
    }),
    { numRuns: 20 },
  );
});

test('nobody has more chats than their limit, and nobody waits while a place is free', () => {
  fc.assert(
    fc.property(worlds, (made) => {
      // A chat that nobody had would take a time that is drawn.
      const one = { ...made, arrivals: made.arrivals.map((arrival) => ({ ...arrival, workMs: arrival.workMs ?? 60_000 })) };
      const { outcomes } = replay(one, 1);
      const work = new Map(one.arrivals.map(({ chatId, workMs }) => [chatId, workMs]));
      const limit = (one.people[0]?.limit ?? 0) / 100;
      for (const { userId, online } of one.people) {
        // No slowness, handed over at once: each chat is on the desk from its pickup for its own work.
        if ((one.departments.support?.slowness.length ?? 0) > 1 || one.departments.support?.isOffered) return;
        const own = outcomes.filter(({ agentId, waitMs }) => agentId === userId && waitMs !== null);
        const held = own.map(
          ({ chatId, at, waitMs }) => [at + (waitMs as number), at + (waitMs as number) + (work.get(chatId) ?? 0)] as const,
        );
        const countAt = (moment: number) => held.filter(([from, until]) => from <= moment && moment < until).length;
        for (const [from] of held) expect(countAt(from)).toBeLessThanOrEqual(limit);
        for (const { at, waitMs } of outcomes)
          if (waitMs !== null && waitMs > 1)
            for (const moment of [at, at + waitMs - 1])
              if (online.some(([from, until]) => from <= moment && moment < until)) expect(countAt(moment)).toBe(limit);
      }
    }),
    { numRuns: 30 },
  );
});

/** Chats that come and end by chance, for agents who have one each, day and night. */
function queue(servers: number, perHour: number, meanMs: number, count: number, seed: number): World {
  const random = randomOf(seed);
  const drawn = (mean: number) => -mean * Math.log(1 - random());
  const [base] = world({ days: 1, chatsADay: 1 }).arrivals;
  let at = usualSample.from;
  const arrivals = Array.from({ length: count }, (_, place) => {
    at += drawn(3_600_000 / perHour);
    const bare = {
      ...base,
      chatId: String(place).padStart(8, '0'),
      at,
      reactionMs: 0,
      workMs: drawn(meanMs),
      patienceMs: null,
      later: [],
      afterMissed: [],
    };
    return bare as World['arrivals'][number];
  });
  const made = world({ days: 1, chatsADay: 1, agents: servers, limit: 1, meanReactionMs: 0, missedAfterMs: 1e12 });
  const online = [[usualSample.from, at + 1e12] as const];
  const days = Math.ceil((at - usualSample.from) / 3_600_000);
  return {
    ...made,
    until: at,
    hourOfDay: Array.from({ length: days }, () => 0),
    arrivals,
    people: made.people.map((one) => ({ ...one, online })),
  };
}

/** Mean wait of a queue with so many servers (Erlang's C). */
function meanWaitOf(servers: number, perHour: number, meanMs: number): number {
  const offered = (perHour * meanMs) / 3_600_000;
  let blocked = 1;
  for (let place = 1; place <= servers; place += 1) blocked = (offered * blocked) / (place + offered * blocked);
  const waits = blocked / (1 - (offered / servers) * (1 - blocked));
  return (waits * meanMs) / (servers - offered);
}

test.each([
  ['M/M/1', 1, 3.6],
  ['M/M/3', 3, 12],
  ['M/M/8', 8, 34],
])(
  'the mean wait of %s is the known one within six percent, over four runs of 15,000 chats of one at a time',
  (_name, servers, perHour) => {
    // Waits of a busy queue hang together: one run alone differs by more.
    const outcomes = [1, 2, 3, 4].flatMap((seed) => replay(queue(servers, perHour, 600_000, 15_000, seed), 1).outcomes);
    const mean = outcomes.reduce((sum, { waitMs }) => sum + (waitMs ?? 0), 0) / outcomes.length;
    expect(Math.abs(mean / meanWaitOf(servers, perHour, 600_000) - 1)).toBeLessThan(0.06);
  },
);

test('a world that a naive account of the router has lived through is met by its replay within five percent', () => {
  for (const options of [
    {},
    { agents: 4 },
    { drawnOut: 0.3, agents: 5 },
    { meanReactionMs: 0, agents: 4 },
    { seed: 9, limit: 1, agents: 20 },
  ]) {
    const records = sampleRecords({ ...usualSample, ...options });
    const made = toWorld(records);
    const [was, replayed] = [recordedAs(records), replay(made, 0)].map((one) => figuresOf(one, made, 'support'));
    expect(was && replayed && calibrate(was, replayed).failed).toEqual([]);
  }
});

test('two agents more bring what they bring where the same customers live through it', () => {
  const options = { ...usualSample, agents: 4, days: 14, drawnOut: 0 };
  const changes = [7.5, 11].map((from, place) => {
    const shift = { weekdays: [1, 2, 3, 4, 5, 6, 7], fromMinute: from * 60, toMinute: (place === 0 ? 15 : 18.75) * 60 };
    return { kind: 'agents' as const, departmentId: 'support', count: 1, limit: null, ...shift };
  });
  const truth = sampleRecords({ ...options, agents: 6 });
  const was = figuresOf(recordedAs(truth), toWorld(truth), 'support');
  const steps = [...analyse(sampleRecords(options), { keys: ['support'], changes, runs: 5, staffingRuns: 1 })];
  const last = steps.at(-1);
  const now = last && 'result' in last ? last.result[0]?.now : null;
  expect(steps.slice(0, -1).every((step) => 'done' in step && step.done <= step.of)).toBe(true);
  // Those who had left before anybody could answer have shown no patience, so the tail is known less exactly than the middle.
  expect(Math.abs((now?.figures.waitMedianMs.value ?? 0) / (was.waitMedianMs ?? 1) - 1)).toBeLessThan(0.1);
  expect(Math.abs((now?.figures.waitP90Ms.value ?? 0) / (was.waitP90Ms ?? 1) - 1)).toBeLessThan(0.2);
  expect(Math.abs((now?.figures.missed.value ?? 99) - was.missed)).toBeLessThan(5);
  expect(now?.staffing.map(({ agents }) => agents)).toEqual([-2, -1, 0, 1, 2, 3, 4, 5]);
});

test('a figure beyond five percent and its own amount is named with both values, and the replay then tells nothing of changes', () => {
  const figures = { chats: 300, missed: 20, left: 0, waitMedianMs: 10_000, waitP90Ms: 60_000, load: 2 };
  expect(calibrate(figures, { ...figures, missed: 23, waitMedianMs: 11_900, load: 2.05 })).toEqual({ deviation: 0, failed: [] });
  expect(calibrate(figures, { ...figures, waitP90Ms: 63_000 })).toEqual({ deviation: 0.05, failed: [] });
  expect(calibrate(figures, { ...figures, waitP90Ms: 64_000 }).failed).toEqual([{ figure: 'waitP90Ms', was: 60_000, replayed: 64_000 }]);
  const records = sampleRecords({ ...usualSample, days: 2 });
  const broken = { ...records, people: records.people.map((one) => ({ ...one, online: [] })) };
  const last = [...analyse(broken, { keys: ['support'], changes: [], runs: 2, staffingRuns: 1 })].at(-1);
  expect(last && 'result' in last && last.result[0]?.now).toBe(null);
});

test('each change does what it says', () => {
  const before = world({ agents: 3, days: 7 });
  const shift = { weekdays: [1], fromMinute: 8 * 60, toMinute: 12 * 60 };
  const of = { departmentId: 'support' };
  const apply = (...changes: Parameters<typeof changeWorld>[1]) => changeWorld(before, changes, new Map(), 3);
  expect(apply({ kind: 'agents', count: 2, limit: 7, ...shift, ...of }).people.slice(3)).toMatchObject([
    { limit: 700, online: [[before.from + 8 * 3_600_000, before.from + 12 * 3_600_000]] },
    { limit: 700 },
  ]);
  const fewer = apply({ kind: 'agents', count: -1, limit: null, ...shift, ...of }).people;
  const noon = before.from + 11.5 * 3_600_000;
  const there = (people: World['people'], at: number) =>
    people.filter(({ online }) => online.some(([from, until]) => from <= at && at < until)).length;
  expect(there(fewer, noon)).toBe(there(before.people, noon) - 1);
  expect(there(fewer, noon + 86_400_000)).toBe(there(before.people, noon));
  expect(apply({ kind: 'limit', limit: 9, ...of }).people.map(({ limit }) => limit)).toEqual([900, 900, 900]);
  expect(
    apply({ kind: 'wait', ms: 5, ...of }, { kind: 'accept', ms: 6, ...of }, { kind: 'mode', isInTurn: true, ...of }).departments.support,
  ).toMatchObject({
    missedAfterMs: 5,
    acceptWithinMs: 6,
    isInTurn: true,
  });
  const closed = apply({ kind: 'hours', ...shift, ...of });
  const { outcomes } = replay(closed, 1);
  const isMonday = ({ at }: { at: number }) => at < before.from + 86_400_000;
  const isOutside = ({ at }: { at: number }) => at < before.from + 8 * 3_600_000 || at >= before.from + 12 * 3_600_000;
  expect(outcomes.filter((one) => isMonday(one) && isOutside(one)).every(({ isMissed }) => isMissed)).toBe(true);
  expect(outcomes.filter((one) => !isMonday(one)).some(({ waitMs }) => waitMs !== null)).toBe(true);
  const count = (percent: number) =>
    apply({ kind: 'volume', percent, fromHour: 0, toHour: 24, ...of }).arrivals.length / before.arrivals.length;
  expect(count(50)).toBeCloseTo(1.5, 1);
  expect(count(-50)).toBeCloseTo(0.5, 1);
});
