import { type ChatConfig, endpoints, type ScenarioFull, type ScenarioSave } from '@parley/contract';
import { type SampleOptions, sampleRecords, usualSample } from '@parley/routing/replay/samples';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { newId } from '#platform/ids.ts';
import { addDays, dayOf, startOfDay } from '#platform/zone/zone-days.ts';
import { startApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { insertPast } from '../../../../test/past-chats.ts';
import { makeWebChannel } from '../../../../test/scene.ts';
import { runScenario } from './scenario.run.ts';

const app = await startApp();
const { chatScenarios: calls, departments, roles } = endpoints;
const zone = 'Asia/Kolkata';
const at = (path: string, id: string) => path.replace(':scenarioId', id);

/** A department of last week, whose chats the router gave out. */
async function makePast(options: Partial<SampleOptions> = {}, settings: Partial<ChatConfig> = {}) {
  const enterprise = await app.makeEnterprise({ timeZone: zone });
  const { ctx, enterpriseId } = enterprise;
  const admin = await app.makeUser({ enterprise, name: 'Ada' });
  const channel = await makeWebChannel(enterprise);
  const departmentId: string = (await app.as(admin).post(departments.create.path, { name: 'Support' })).json().data.id;
  const count = options.agents ?? 4;
  const agents = await Promise.all(Array.from({ length: count }, () => app.makeUser({ enterprise, roles: [3] })));
  await app.as(admin).put(departments.addUsers.path.replace(':departmentId', departmentId), { users: agents.map(({ userId }) => userId) });
  const toDate = addDays(dayOf(new Date(), zone), -1);
  const fromDate = addDays(toDate, -2);
  const from = startOfDay(fromDate, zone).getTime();
  const records = sampleRecords({
    ...usualSample,
    days: 3,
    agents: count,
    drawnOut: 0,
    ...options,
    ...{ departmentId, from, idOf: (kind, place) => (kind === 'user' ? (agents[place]?.userId ?? '') : newId()) },
  });
  const config = {
    routingMode: 'automatic',
    acceptMode: 'offer',
    acceptWithinSeconds: 600,
    maxOpenChats: 3,
    rampPerMinute: 60,
    ...settings,
  };
  await ctx.transaction(async (tx) => {
    await sql`insert into chat_settings (enterprise_id, settings_no, dept_id, own, saved_at)
      values (${enterpriseId}, 1, null, ${JSON.stringify(config)}::jsonb, ${new Date(from - 86_400_000)})`.execute(tx);
    await insertPast(tx, { enterpriseId, channelId: channel.id }, records);
  });
  const save: ScenarioSave = { name: 'As it was', fromDate, toDate, departmentIds: [departmentId], changes: [] };
  return { enterprise, ctx, admin, agents, departmentId, save, records, from };
}

async function played(user: TestUser, save: ScenarioSave): Promise<ScenarioFull> {
  const made = (await app.as(user).post(calls.create.path, save)).json();
  expect(made).toMatchObject({ status: true, data: { state: expect.stringMatching(/waiting|running/) } });
  return over(user, made.data.id);
}

const over = (user: TestUser, id: string): Promise<ScenarioFull> =>
  vi.waitFor(async () => {
    const { data } = (await app.as(user).get(at(calls.get.path, id))).json();
    expect(data.state).toMatch(/done|cannotTell|failed/);
    return data;
  });

test('the replay of what was meets what happened, and two agents more bring shorter waits and fewer missed', async () => {
  const { admin, departmentId, save } = await makePast();
  const shift = { weekdays: [1, 2, 3, 4, 5, 6, 7], from: '07:30', to: '19:00' };
  const changes: ScenarioSave['changes'] = [{ kind: 'agents', departmentId, count: 2, limit: null, ...shift }];
  const scenario = await played(admin, { ...save, name: 'Two more', changes });
  expect(scenario.departments[0]?.reasons).toEqual([]);
  expect(scenario).toMatchObject({ state: 'done', name: 'Two more', createdBy: 'Ada', departmentNames: ['Support'], runs: 20 });
  const [department] = scenario.departments;
  expect(department).toMatchObject({ departmentId, name: 'Support', reasons: [] });
  expect(department?.deviation).toBeLessThanOrEqual(0.05);
  const { was, now } = department as Required<NonNullable<typeof department>>;
  expect(was.chats).toBe(900);
  expect(was.waitP90Ms ?? 0).toBeGreaterThan(60_000);
  expect(now?.figures.waitP90Ms.value ?? Number.POSITIVE_INFINITY).toBeLessThan((was.waitP90Ms ?? 0) / 2);
  expect(now?.figures.missed.value ?? 99).toBeLessThan(was.missed);
  expect(now?.saved.length).toBeGreaterThan(0);
  expect(now?.saved.every(({ at: began }) => began.slice(0, 10) >= addDays(save.fromDate, -1))).toBe(true);
  expect(now?.staffing.map(({ agents }) => agents)).toEqual([-2, -1, 0, 1, 2, 3, 4, 5]);
  expect(now?.hours).toHaveLength(24);
});

test('a scenario is listed, told once by whichever worker comes first, replayed again, and deleted', async () => {
  const { admin, ctx, save } = await makePast({ chatsADay: 100 });
  const scenario = await played(admin, save);
  const resultOf = () =>
    ctx.read((tx) => sql<{ text: string }>`select s::text as text from chat_scenarios s where s.scenario_id = ${scenario.id}`.execute(tx));
  const before = (await resultOf()).rows;
  await Promise.all([runScenario(ctx, scenario.id), runScenario(ctx, scenario.id)]);
  expect((await resultOf()).rows).toEqual(before);
  expect((await app.as(admin).get(calls.list.path)).json().data).toMatchObject([{ id: scenario.id, state: 'done' }]);
  expect((await app.as(admin).post(at(calls.run.path, scenario.id), {})).json()).toMatchObject({ status: true });
  const again = await over(admin, scenario.id);
  expect(again.departments).toEqual(scenario.departments);
  expect((await app.as(admin).delete(at(calls.remove.path, scenario.id))).json()).toMatchObject({ status: true });
  expect((await app.as(admin).get(at(calls.get.path, scenario.id))).json().code).toBe('scenario.not_found');
});

test('a run that was begun and left by a worker is begun anew by the next one', async () => {
  const { admin, ctx, save } = await makePast({ chatsADay: 100 });
  const { id } = await played(admin, save);
  await ctx.transaction((tx) =>
    sql`update chat_scenarios set state = 'running', result = null, done = 3, run_id = gen_random_uuid() where scenario_id = ${id}`.execute(
      tx,
    ),
  );
  await Promise.all([runScenario(ctx, id), runScenario(ctx, id)]);
  expect(await over(admin, id)).toMatchObject({ state: 'done', departments: [{ reasons: [] }] });
});

test.each([
  ['too few chats', 'tooFew', { chatsADay: 20 }, {}],
  ['chats that agents pick up by hand', 'pickedByHand', {}, { routingMode: 'byHand' }],
] as const)('nothing is told for %s', async (_name, code, options, settings) => {
  const { admin, save } = await makePast(options, settings);
  const scenario = await played(admin, save);
  expect(scenario).toMatchObject({ state: 'cannotTell', departments: [{ now: null, was: { hours: expect.any(Array) } }] });
  expect(scenario.departments[0]?.reasons.map((one) => one.code)).toContain(code);
});

test('nothing is told where presence is not recorded, settings were changed in the range, or the replay does not meet what was', async () => {
  const { admin, ctx, save, enterprise, from } = await makePast();
  const codesOf = async () => (await played(admin, save)).departments[0]?.reasons.map((one) => one.code);
  const run = (query: ReturnType<typeof sql>) => ctx.transaction((tx) => query.execute(tx));
  await run(sql`insert into chat_settings (enterprise_id, settings_no, dept_id, own, saved_at) values (${enterprise.enterpriseId}, 2, null,
    '{"routingMode":"roundRobin"}', ${new Date(from + 86_400_000)})`);
  expect(await codesOf()).toEqual(['settingsChanged']);
  await run(sql`delete from chat_settings where settings_no = 2`);
  // Everybody had one chat at once, as the limit has it now: waits are longer than they were.
  await run(sql`update chat_settings set own = own || '{"maxOpenChats":1}'`);
  const codes = await codesOf();
  expect(new Set(codes)).toEqual(new Set(['notMet']));
  await run(sql`delete from agent_presence`);
  expect(await codesOf()).toContain('presenceUnknown');
});

test('a scenario is for the departments that its reader reaches, and not for those who see their own chats alone', async () => {
  const { admin, enterprise, departmentId, save } = await makePast({ chatsADay: 100 });
  const makeRole = async (dataScope: string): Promise<TestUser> => {
    const role = { name: `Role ${newId()}`, description: '', permissions: ['CHAT.VIEW_ANALYTICS'], dataScope, maskedFields: [] };
    return app.makeUser({ enterprise, roles: [(await app.as(admin).put(roles.saveRole.path, role)).json().data.code] });
  };
  const [own, manager, other] = [await makeRole('own'), await makeRole('department'), await makeRole('department')];
  await app.as(admin).put(departments.addUsers.path.replace(':departmentId', departmentId), { users: [manager.userId] });
  const scenario = await played(manager, save);
  expect((await app.as(own).get(calls.list.path)).statusCode).toBe(403);
  expect((await app.as(own).post(calls.create.path, save)).statusCode).toBe(403);
  expect((await app.as(other).get(calls.list.path)).json().data).toEqual([]);
  expect((await app.as(other).get(at(calls.get.path, scenario.id))).json().code).toBe('scenario.not_found');
  expect((await app.as(other).post(calls.create.path, save)).json().code).toBe('department.not_found');
  const stranger = await app.makeUser({ enterprise: await app.makeEnterprise() });
  expect((await app.as(stranger).get(at(calls.get.path, scenario.id))).json().code).toBe('scenario.not_found');
  expect((await app.as(stranger).delete(at(calls.remove.path, scenario.id))).json().code).toBe('scenario.not_found');
});

test('days to come, too many of them, and changes of departments that are not asked about are refused by field', async () => {
  const { admin, save, departmentId } = await makePast({ chatsADay: 1 });
  const today = dayOf(new Date(), zone);
  const faultOf = async (more: Partial<ScenarioSave>) => (await app.as(admin).post(calls.create.path, { ...save, ...more })).json();
  const bad = async (more: Partial<ScenarioSave>, field: string) =>
    expect(await faultOf(more)).toMatchObject({ code: 'request.invalid', data: { issues: [{ field }] } });
  await bad({ toDate: today }, 'toDate');
  await bad({ fromDate: addDays(save.toDate, -31) }, 'fromDate');
  await bad({ fromDate: save.toDate, toDate: save.fromDate }, 'fromDate');
  await bad({ departmentIds: ['none'], changes: [{ kind: 'wait', departmentId, seconds: 60 }] }, 'changes.0.departmentId');
  await bad(
    { changes: [{ kind: 'agents', departmentId, count: 0, limit: null, weekdays: [1], from: '09:00', to: '10:00' }] },
    'changes.0.count',
  );
});
