import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { distinctOf, figuresByDay, figuresBySub } from '#platform/measures/figures.ts';
import { defineGrain, type Measure, toTest } from '#platform/measures/measure.ts';
import { dayOf } from '#platform/zone/zone-days.ts';
import { sharedApp } from '../../../../test/app.ts';
import { createBots } from '../../../../test/bots.ts';
import { recordWanted, type WantedTurn } from '../../../../test/turns.ts';
import { countBot } from './report.fold.ts';
import { conversations, dayConversations, dayPeople, identified, messages, scoped, turnGrain, weak } from './report.measures.ts';
import { readConversations, readTurns, turnFacts } from './report.repository.ts';

const app = await sharedApp();
const { makeBot } = createBots(app);

/** Numbers that look random and are the same in every run. */
function createRandom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

const hourMs = 3_600_000;
/** Both changes of daylight saving, 29 February, and zones whose days begin far from those of UTC. */
const worlds = [
  ['Europe/Berlin', '2024-03-30T18:00:00Z'],
  ['Europe/Berlin', '2024-10-26T18:00:00Z'],
  ['Asia/Kolkata', '2024-02-28T12:00:00Z'],
  ['America/St_Johns', '2024-11-02T20:00:00Z'],
  ['Pacific/Kiritimati', '2023-12-30T00:00:00Z'],
  ['Pacific/Niue', '2023-12-30T00:00:00Z'],
  ['Australia/Lord_Howe', '2024-04-06T00:00:00Z'],
] as const;

test.each(worlds)(
  'each figure in %s from %s is the number of its rows, and what a count of the messages themselves gives',
  async (timeZone, start) => {
    const random = createRandom(worlds.findIndex(([, at]) => at === start) + 7);
    const enterprise = await app.makeEnterprise({ timeZone });
    const ctx = enterprise.ctx;
    const { id: botId } = await makeBot(await app.makeUser({ enterprise }));
    const [sessions, people, intents] = [8, 5, 3].map((count) => Array.from({ length: count }, () => newId())) as [
      string[],
      string[],
      string[],
    ];
    const turns = Array.from({ length: 120 }, (): WantedTurn => {
      const place = random(sessions.length);
      const intentId = intents[random(4)];
      return {
        botId,
        sessionId: sessions[place] ?? '',
        customerId: people[place % people.length] ?? '',
        at: new Date(Date.parse(start) + random(24 * 6) * hourMs + random(60) * 60_000),
        intent: intentId ? { intentId, name: `Intent ${intentId.slice(-4)}` } : null,
        isInScope: random(3) > 0,
        isSandbox: random(6) === 0,
        timeZone,
      };
    });
    const record = async (part: readonly WantedTurn[]) => recordWanted(ctx, part);
    /** One message as the measures see it, made without the database. */
    const facts = (known: readonly WantedTurn[], first: string, last: string, isSandbox: boolean) =>
      known
        .map((turn) => ({
          day: dayOf(turn.at, timeZone),
          session_id: turn.sessionId,
          customer_id: turn.customerId,
          intent_id: turn.intent?.intentId ?? null,
          is_in_scope: turn.isInScope,
          is_sandbox: turn.isSandbox,
        }))
        .filter((fact) => fact.is_sandbox === isSandbox && fact.day >= first && fact.day <= last);

    const check = async (known: readonly WantedTurn[]) => {
      const days = [...new Set(known.map(({ at }) => dayOf(at, timeZone)))].sort();
      for (let round = 0; round < 6; round++) {
        const from = random(days.length);
        const [first = '', last = ''] = [days[from], days[from + random(days.length - from)]];
        const isSandbox = round === 5;
        const ask = { enterpriseId: enterprise.enterpriseId, item: botId, isSandbox, first, last };
        const own = facts(known, first, last, isSandbox);
        const of = ({ where }: Measure) => own.filter(toTest(where));
        await ctx.read(async (tx) => {
          const cells = await figuresByDay(tx, turnGrain, turnFacts, ask, [messages, scoped, weak, dayConversations, dayPeople]);
          const shown = cells.map(({ measure, day, count }) => `${day} ${measure} ${count}`).sort();
          const wanted = [...Map.groupBy(own, ({ day }) => day)].flatMap(([day, ofDay]) => {
            const tested = (measure: Measure) => ofDay.filter(toTest(measure.where)).length;
            return [
              [messages.code, tested(messages)],
              [scoped.code, tested(scoped)],
              [weak.code, tested(weak)],
              [dayConversations.code, new Set(ofDay.map(({ session_id }) => session_id)).size],
              [dayPeople.code, new Set(ofDay.map(({ customer_id }) => customer_id)).size],
            ].flatMap(([code, count]) => (count === 0 ? [] : [`${day} ${code} ${count}`]));
          });
          expect(shown).toEqual(wanted.sort());
          expect(await distinctOf(tx, turnGrain, turnFacts, ask, conversations)).toBe(
            new Set(own.map(({ session_id }) => session_id)).size,
          );
          const subs = await figuresBySub(tx, turnGrain, turnFacts, ask, identified, 10);
          const byIntent = Map.groupBy(of(identified), ({ intent_id }) => String(intent_id));
          expect(new Map(subs.map(({ sub, count }) => [sub, count]))).toEqual(
            new Map([...byIntent].map(([sub, rows]) => [sub, rows.length])),
          );
          // the rows behind the figures
          const all = { sessionId: '', intentId: '', customerId: '' };
          const page = { after: '', from: 0, limit: 1000 };
          for (const [scope, measure] of [messages, scoped, weak].entries())
            expect(await readTurns(tx, { ...ask, ...all, scope }, page)).toHaveLength(of(measure).length);
          const groups = await readConversations(tx, ask, { from: 0, limit: 1000 });
          expect(groups).toHaveLength(new Set(own.map(({ session_id }) => session_id)).size);
          expect(groups.reduce((sum, group) => sum + group.messages, 0)).toBe(own.length);
        });
      }
    };

    const half = turns.slice(0, 60);
    await record(half);
    await check(half);
    while (await countBot(ctx, botId));
    await check(half);
    // Late ones, before and among the days that are counted.
    await record(turns.slice(60));
    await check(turns);
    while (await countBot(ctx, botId));
    await check(turns);
    const { rows } = await ctx.read((tx) =>
      sql<{ count: number }>`select count(*) as count from measure_days where enterprise_id = ${enterprise.enterpriseId}`.execute(tx),
    );
    expect(rows[0]?.count).toBeGreaterThan(0);
  },
);

test('messages of before get their day by the enterprise’s clocks and are counted', async () => {
  const enterprise = await app.makeEnterprise({ timeZone: 'Asia/Kolkata' });
  const { ctx, enterpriseId } = enterprise;
  const { id: botId } = await makeBot(await app.makeUser({ enterprise }));
  const at = new Date('2024-05-01T20:00:00Z');
  await recordWanted(ctx, [{ botId, sessionId: newId(), customerId: newId(), at, intent: null }]);
  await ctx.transaction((tx) =>
    sql`update bot_turns set local_day = null where enterprise_id = ${enterpriseId} and bot_id = ${botId}`.execute(tx),
  );
  while (await countBot(ctx, botId));
  const ask = { enterpriseId, item: botId, isSandbox: false, first: '2024-05-02', last: '2024-05-02' };
  expect(await ctx.read((tx) => figuresByDay(tx, turnGrain, turnFacts, ask, [messages]))).toEqual([
    { measure: messages.code, day: '2024-05-02', sub: '', count: 1 },
  ]);
});

test('two measures of one code, and a ratio of nothing, are refused', () => {
  expect(() => defineGrain('turn', turnGrain, [messages, messages])).toThrow('Two measures of turn have one code.');
  expect(() =>
    defineGrain('turn', turnGrain, [messages, { ...messages, code: 'turn.x', kind: { ratio: ['turn.messages', 'turn.y'] } }]),
  ).toThrow('turn.x is made of a measure that is not there.');
});
