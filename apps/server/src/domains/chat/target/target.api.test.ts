import { type AnalyticsReport, type ChatTargets, endpoints } from '@parley/contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { addDays, dayOf } from '#platform/zone/zone-days.ts';
import { sharedApp } from '../../../../test/app.ts';

const app = await sharedApp();
const { chatTargets: calls, chatAnalytics, departments, roles } = endpoints;

async function makeScene() {
  const enterprise = await app.makeEnterprise({ timeZone: 'UTC' });
  const client = app.as(await app.makeUser({ enterprise }));
  const makeDepartment = async (name: string): Promise<string> => (await client.post(departments.create.path, { name })).json().data.id;
  const [billing, sales] = [await makeDepartment('Billing'), await makeDepartment('Sales')];
  const read = async (departmentId = '', by = client): Promise<ChatTargets> =>
    (await by.get(`${calls.get.path}?departmentId=${departmentId}`)).json().data;
  const save = (values: object, version: number, departmentId = '', by = client) =>
    by.put(calls.save.path, { departmentId, values, version });
  const targetsOf = async (query: Record<string, string> = {}): Promise<AnalyticsReport['targets']> =>
    (await client.get(`${chatAnalytics.report.path}?${new URLSearchParams(query)}`)).json().data.targets;
  return { enterprise, client, billing, sales, read, save, targetsOf };
}

test('targets hold from the day on which they are set; a department has its own beside those of the enterprise', async () => {
  const { enterprise, billing, sales, read, save, targetsOf } = await makeScene();
  expect(await read()).toEqual({ departmentId: '', values: {}, since: null, version: 0 });
  expect(await targetsOf()).toEqual({});
  expect((await save({ 'chat.wait': 60_000, 'chat.rating': 4.5 }, 0)).statusCode).toBe(200);
  expect((await save({ 'chat.wait': 30_000 }, 0, billing)).statusCode).toBe(200);
  const today = dayOf(new Date(), 'UTC');
  expect(await read()).toEqual({ departmentId: '', values: { 'chat.wait': 60_000, 'chat.rating': 4.5 }, since: today, version: 1 });
  expect(await targetsOf()).toEqual({ 'chat.wait': 60_000, 'chat.rating': 4.5 });
  expect(await targetsOf({ departmentId: billing })).toEqual({ 'chat.wait': 30_000, 'chat.rating': 4.5 });
  expect(await targetsOf({ departmentId: sales })).toEqual({ 'chat.wait': 60_000, 'chat.rating': 4.5 });
  expect(await targetsOf({ departmentId: 'none' })).toEqual({ 'chat.wait': 60_000, 'chat.rating': 4.5 });

  // Days before today keep their targets.
  const { ctx, enterpriseId } = enterprise;
  const before = addDays(today, -3);
  await ctx.transaction((tx) =>
    sql`update chat_targets set steps = jsonb_set(steps, '{0,from}', to_jsonb(${before}::text)) where enterprise_id = ${enterpriseId}`.execute(
      tx,
    ),
  );
  expect((await save({ 'chat.wait': 90_000 }, 1)).statusCode).toBe(200);
  const yesterday = addDays(today, -1);
  expect(await targetsOf({ fromDate: yesterday, toDate: yesterday })).toEqual({ 'chat.wait': 60_000, 'chat.rating': 4.5 });
  const early = addDays(before, -1);
  expect(await targetsOf({ fromDate: early, toDate: early })).toEqual({});
  expect(await targetsOf()).toEqual({ 'chat.wait': 90_000 });
});

test('a target that no figure can take, a number of chats, and one that somebody else has changed since are refused, and nothing is saved', async () => {
  const { read, save } = await makeScene();
  const refused = async (values: object) => (await save(values, 0)).json().errors ?? (await save(values, 0)).json();
  expect((await save({ 'chat.rating': 6 }, 0)).statusCode).toBe(400);
  expect(JSON.stringify(await refused({ 'chat.rating': 6 }))).toContain('values.chat.rating');
  expect((await save({ 'chat.ratingRate': 1.01 }, 0)).statusCode).toBe(400);
  expect((await save({ 'chat.wait': -1 }, 0)).statusCode).toBe(400);
  expect((await save({ 'chat.incoming': 10 }, 0)).statusCode).toBe(400);
  expect(await read()).toMatchObject({ values: {}, version: 0 });
  expect((await save({ 'chat.wait': 1000 }, 0)).statusCode).toBe(200);
  expect((await save({ 'chat.wait': 2000 }, 0)).statusCode).toBe(409);
  expect(await read()).toMatchObject({ values: { 'chat.wait': 1000 }, version: 1 });
});

test('managers set the targets of their own departments alone; whoever only reads figures sets none, nor does another enterprise', async () => {
  const { enterprise, client, billing, sales, read, save } = await makeScene();
  const makeUser = async (permissions: string[], dataScope: string) => {
    const role = { name: `${dataScope} ${permissions.length}`, description: '', permissions, dataScope, maskedFields: [] };
    return app.makeUser({ enterprise, roles: [(await client.put(roles.saveRole.path, role)).json().data.code] });
  };
  const manager = await makeUser(['CHAT.VIEW_ANALYTICS', 'CHAT.CHAT_CONFIG'], 'department');
  await client.put(departments.addUsers.path.replace(':departmentId', billing), { users: [manager.userId] });
  expect((await save({ 'chat.wait': 1000 }, 0, billing, app.as(manager))).statusCode).toBe(200);
  expect((await save({ 'chat.wait': 1000 }, 0, sales, app.as(manager))).statusCode).toBe(404);
  expect((await save({ 'chat.wait': 1000 }, 0, '', app.as(manager))).statusCode).toBe(403);
  const reader = app.as(await makeUser(['CHAT.VIEW_ANALYTICS'], 'enterprise'));
  expect(await read(billing, reader)).toMatchObject({ values: { 'chat.wait': 1000 } });
  expect((await save({ 'chat.wait': 1 }, 1, billing, reader)).statusCode).toBe(403);
  const stranger = app.as(await app.makeUser({ enterprise: await app.makeEnterprise() }));
  expect((await save({ 'chat.wait': 1 }, 1, billing, stranger)).statusCode).toBe(404);
  expect((await stranger.get(`${calls.get.path}?departmentId=${billing}`)).statusCode).toBe(404);
});
