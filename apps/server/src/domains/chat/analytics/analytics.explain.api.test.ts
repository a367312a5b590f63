import { type AnalyticsExplanation, type AnalyticsReport, type AnalyticsRows, chatStates, endpoints } from '@parley/contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { startApp } from '../../../../test/app.ts';
import { makeWebChannel } from '../../../../test/scene.ts';
import { insertChat, type LockedChat, lockChats, recordChats, updateDepartment } from '../record/chat.repository.ts';
import { becomeOwned, end, enterQueue } from '../record/chat.rules.ts';

const app = await startApp();
const { chatAnalytics: calls, departments } = endpoints;
const minute = 60_000;

type Visit = { at: number; deptId: string; waitMs?: number; stars?: number };

/** An enterprise whose chats are written down one by one: when they began, where, and how long they waited. */
async function makeScene(timeZone = 'UTC') {
  const enterprise = await app.makeEnterprise({ timeZone });
  const { ctx, enterpriseId } = enterprise;
  const channel = await makeWebChannel(enterprise);
  const admin = await app.makeUser({ enterprise });
  const agent = await app.makeUser({ enterprise, roles: [3] });
  const client = app.as(admin);
  const makeDepartment = async (name: string): Promise<string> => (await client.post(departments.create.path, { name })).json().data.id;
  const [billing, sales] = [await makeDepartment('Billing'), await makeDepartment('Sales')];
  const visit = ({ at, deptId, waitMs, stars }: Visit) =>
    ctx.transaction(async (tx) => {
      const [chatId, customerId] = [newId(), newId()];
      await sql`insert into customers (enterprise_id, customer_id, name, number) values (${enterpriseId}, ${customerId}, 'Meera', '')`.execute(
        tx,
      );
      await insertChat(tx, {
        ...{ enterpriseId, chatId, channelId: channel.id, customerId, address: newId(), handledBy: 'bot', visit: {}, line: null },
        previousChatId: null,
        now: new Date(at),
      });
      await updateDepartment(tx, enterpriseId, chatId, deptId);
      if (waitMs === undefined) return;
      const [locked] = (await lockChats(tx, enterpriseId, [chatId])) as [LockedChat];
      enterQueue(locked, 600, new Date(at));
      becomeOwned(locked, agent.userId, 'picked', new Date(at + waitMs));
      locked.asksRating = true;
      end(locked, chatStates.closed, 'agent', new Date(at + waitMs + minute));
      locked.rating = stars ?? null;
      await recordChats(tx, enterpriseId, { chats: [locked], actions: [], ledger: [], keys: [] });
    });
  const get = async <T>(path: string, query: Record<string, string>): Promise<T> => {
    const answer = await client.get(`${path}?${new URLSearchParams(query)}`);
    expect([path, query, answer.statusCode]).toEqual([path, query, 200]);
    return answer.json().data;
  };
  return { billing, sales, visit, get, agent, channel, client };
}
type Scene = Awaited<ReturnType<typeof makeScene>>;

/** Each part opens as many rows as it says, on both sides, and the parts add up to the whole change. */
async function checkRows({ get }: Scene, found: AnalyticsExplanation, filter: Record<string, string>) {
  const { measure, above } = found;
  for (const { by, parts, others } of found.properties) {
    const sum = parts.reduce((total, part) => total + part.change, others.change);
    expect([by, Math.round(sum * 1e6)]).toEqual([by, Math.round(found.change * 1e6)]);
    for (const { key, before, after } of parts)
      for (const [former, { count }] of [
        ['true', before],
        ['false', after],
      ] as const) {
        const cell = { ...filter, measure, former, by, part: key, ...(above === null ? {} : { above: String(above) }) };
        const rows = await get<AnalyticsRows>(calls.rows.path, cell);
        expect([by, key, former, rows.total]).toEqual([by, key, former, count]);
      }
  }
}

const monday = Date.parse('2026-03-02T00:00:00Z');
const tuesday = monday + 24 * 60 * minute;
const filter = { fromDate: '2026-03-03', toDate: '2026-03-03' };

test('a wait that grew is explained by the department and the hours that made it longer, and each part opens its chats', async () => {
  const scene = await makeScene();
  const { billing, sales, visit, get } = scene;
  for (const day of [monday, tuesday])
    for (let place = 0; place < 20; place++) {
      const at = day + (9 + (place % 4)) * 60 * minute + place * 1000;
      const isWorse = day === tuesday && place % 4 < 2;
      await visit({ at, deptId: billing, waitMs: (isWorse ? 9 : 1) * minute, stars: isWorse ? 2 : 5 });
      await visit({ at: at + 500, deptId: sales, waitMs: minute });
    }
  const found = await get<AnalyticsExplanation>(calls.explain.path, { ...filter, measure: 'chat.wait' });
  expect(found).toMatchObject({
    ...{ unit: 'ms', change: 2 * minute, above: null, isTooFew: false },
    before: { fromDate: '2026-03-02', toDate: '2026-03-02', value: minute, count: 40 },
    after: { fromDate: '2026-03-03', toDate: '2026-03-03', value: 3 * minute, count: 40 },
  });
  const [first, second] = found.properties;
  expect([first?.by, first?.parts.map(({ name, change, slower, more }) => [name, change, slower, more])]).toEqual([
    'department',
    [
      ['Billing', 2 * minute, 2 * minute, 0],
      ['Sales', 0, 0, 0],
    ],
  ]);
  expect([second?.by, second?.parts.map(({ key, change }) => [key, change])]).toEqual([
    'hour',
    [
      ['10', minute],
      ['9', minute],
      ['11', 0],
      ['12', 0],
    ],
  ]);
  // All chats are of one channel, agent and end, and no weekday is on both sides: neither explains anything.
  expect(found.properties.map(({ by }) => by)).toEqual(['department', 'hour']);
  await checkRows(scene, found, filter);

  // The same day of the week before, where nothing was.
  const year = await get<AnalyticsExplanation>(calls.explain.path, { ...filter, compare: 'year', measure: 'chat.wait' });
  expect([year.before, year.isTooFew, year.properties]).toEqual([
    { fromDate: '2025-03-04', toDate: '2025-03-04', value: null, count: 0 },
    true,
    [],
  ]);

  const p90 = await get<AnalyticsExplanation>(calls.explain.path, { ...filter, measure: 'chat.waitP90' });
  expect([p90.before.value, p90.after.value, p90.above, p90.change]).toEqual([minute, 9 * minute, minute, 10]);
  expect(p90.properties[0]?.parts.map(({ name, change }) => [name, change])).toEqual([['Billing', 10]]);
  await checkRows(scene, p90, filter);
});

test('more chats, fewer ratings and worse ones are explained by what they are of', async () => {
  const scene = await makeScene();
  const { billing, sales, visit, get } = scene;
  for (let place = 0; place < 40; place++) {
    const at = monday + place * 20 * minute;
    await visit({ at, deptId: place % 2 === 0 ? billing : sales, waitMs: minute, ...(place % 4 < 3 ? { stars: 5 } : {}) });
    await visit({ at: at + 24 * 60 * minute, deptId: billing, waitMs: minute, ...(place % 4 < 2 ? { stars: 2 } : {}) });
    if (place % 2 === 0) await visit({ at: at + 24 * 60 * minute, deptId: sales });
  }
  const count = await get<AnalyticsExplanation>(calls.explain.path, { ...filter, measure: 'chat.incoming' });
  expect([count.before.value, count.after.value, count.change]).toEqual([40, 60, 20]);
  expect(count.properties.find(({ by }) => by === 'department')?.parts.map(({ name, change }) => [name, change])).toEqual([
    ['Billing', 20],
    ['Sales', 0],
  ]);
  await checkRows(scene, count, filter);
  const rate = await get<AnalyticsExplanation>(calls.explain.path, { ...filter, measure: 'chat.ratingRate' });
  expect([rate.unit, rate.before.value, rate.after.value, rate.change]).toEqual(['share', 0.75, 0.5, -0.25]);
  await checkRows(scene, rate, filter);
  const stars = await get<AnalyticsExplanation>(calls.explain.path, { ...filter, measure: 'chat.rating' });
  expect([stars.isTooFew, stars.before.value, stars.after.value]).toEqual([true, 5, 2]);
});

test('the day before counts as far as today has come while today is open, and so do the rows that its figures open', async () => {
  const { billing, visit, get } = await makeScene();
  const now = Date.now();
  const today = new Date(now).toISOString().slice(0, 10);
  const start = Date.parse(`${today}T00:00:00Z`);
  const dayMs = 24 * 60 * minute;
  // Begun just after midnight of yesterday, and at its last second.
  await visit({ at: start - dayMs, deptId: billing });
  await visit({ at: start - 1000, deptId: billing });
  await visit({ at: start, deptId: billing });
  const asked = { fromDate: today, toDate: today };
  const report = await get<AnalyticsReport>(calls.report.path, asked);
  expect([report.figures['chat.incoming']?.value, report.before.figures['chat.incoming']?.value]).toEqual([1, 1]);
  const rows = await get<AnalyticsRows>(calls.rows.path, { ...asked, measure: 'chat.incoming', former: 'true' });
  expect(rows.rows.map(({ createdAt }) => createdAt)).toEqual([new Date(start - dayMs).toISOString()]);
  // A day that is over counts whole.
  const yesterday = new Date(start - dayMs).toISOString().slice(0, 10);
  const whole = await get<AnalyticsReport>(calls.report.path, { fromDate: yesterday, toDate: yesterday });
  expect(whole.figures['chat.incoming']?.value).toBe(2);
});

test('a figure of agents is not explained, and an unknown part is refused', async () => {
  const { client } = await makeScene();
  const statusOf = async (query: string) => (await client.get(query)).statusCode;
  expect(await statusOf(`${calls.explain.path}?measure=spell.owned`)).toBe(400);
  expect(await statusOf(`${calls.rows.path}?measure=chat.wait&by=customer&part=x`)).toBe(400);
  expect(await statusOf(`${calls.rows.path}?measure=chat.incoming&above=1`)).toBe(400);
});
