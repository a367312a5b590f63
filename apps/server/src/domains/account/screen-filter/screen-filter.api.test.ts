import { endpoints, type ScreenFilter } from '@parley/contract';
import { expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { sharedApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { createTrail } from '../../../../test/trail.ts';

const app = await sharedApp();
const { screenFilters: calls, departments, roles } = endpoints;
const trail = createTrail(app);
const channelId = newId();
const filter = { screen: 'deliveryReport', name: 'Failed offers', search: { status: 'FAILED', channelId } };

async function makeScene() {
  const admin = await app.makeUser();
  const makeDepartment = async (name: string): Promise<string> =>
    (await app.as(admin).post(departments.create.path, { name })).json().data.id;
  const [billing, sales] = [await makeDepartment('Billing'), await makeDepartment('Sales')];
  const makeMember = async (deptId: string): Promise<TestUser> => {
    const role = { name: newId(), description: '', permissions: ['CHAT.VIEW_ANALYTICS'], dataScope: 'department', maskedFields: [] };
    const user = await app.makeUser({ enterprise: admin, roles: [(await app.as(admin).put(roles.saveRole.path, role)).json().data.code] });
    await app.as(admin).put(departments.addUsers.path.replace(':departmentId', deptId), { users: [user.userId] });
    return user;
  };
  return { admin, billing, sales, makeMember };
}
const list = async (user: TestUser, screen = 'deliveryReport'): Promise<ScreenFilter[]> =>
  (await app.as(user).get(`${calls.list.path}?screen=${screen}`)).json().data;
const create = async (user: TestUser, body: object = {}) => (await app.as(user).post(calls.create.path, { ...filter, ...body })).json();
const at = (id: string) => calls.update.path.replace(':screenFilterId', id);

test('screens 11.1 filters are saved under a name for their owner, without days and without what names a person', async () => {
  const { admin } = await makeScene();
  const search = { status: 'FAILED', channelId, customerNumber: '+919820000001', fromDate: '2026-01-01', noReceipt: true };
  const { data } = await create(admin, { search });
  expect(data).toMatchObject({ name: 'Failed offers', search: { status: 'FAILED', channelId, noReceipt: true }, isOwn: true, deptId: '' });
  expect(await list(admin)).toEqual([data]);
  expect(await list(admin, 'chatHistory')).toEqual([]);
  const colleague = await app.makeUser({ enterprise: admin });
  expect(await list(colleague)).toEqual([]);
  expect((await app.as(colleague).put(at(data.id), { ...filter, version: 1 })).statusCode).toBe(404);
  const saved = await app.as(admin).put(at(data.id), { ...filter, name: 'All failed', search: { status: 'FAILED' }, version: 1 });
  expect(saved.json().data).toMatchObject({ name: 'All failed', search: { status: 'FAILED' }, version: 2 });
  expect((await app.as(admin).put(at(data.id), { ...filter, version: 1 })).statusCode).toBe(409);
  expect((await app.as(admin).delete(at(data.id))).statusCode).toBe(200);
  expect(await list(admin)).toEqual([]);
  expect((await trail.list(admin, 'kind=screen_filter')).map(({ action }) => action)).toEqual(['delete', 'edit', 'create']);
});

test('one filter of a screen is the default of its owner: another one takes its place', async () => {
  const { admin } = await makeScene();
  const first = (await create(admin, { name: 'A', isDefault: true })).data as ScreenFilter;
  const second = (await create(admin, { name: 'B', isDefault: true })).data as ScreenFilter;
  await create(admin, { screen: 'chatHistory', name: 'C', search: { state: 4 }, isDefault: true });
  expect((await list(admin)).map(({ name, isDefault }) => [name, isDefault])).toEqual([
    ['A', false],
    ['B', true],
  ]);
  expect((await list(admin, 'chatHistory')).map(({ search, isDefault }) => [search, isDefault])).toEqual([[{ state: 4 }, true]]);
  const [a] = (await list(admin)) as [ScreenFilter];
  expect(a.version).toBe(first.version + 1);
  await app.as(admin).put(at(first.id), { ...filter, name: 'A', isDefault: true, version: a.version });
  expect((await list(admin)).map(({ id, isDefault }) => [id, isDefault])).toEqual([
    [first.id, true],
    [second.id, false],
  ]);
});

test('a filter that is shared with a department is its members’ to use, and its owner’s and administrators’ to change', async () => {
  const { admin, billing, sales, makeMember } = await makeScene();
  const [owner, member, other] = [await makeMember(billing), await makeMember(billing), await makeMember(sales)];
  expect(await create(owner, { deptId: sales })).toMatchObject({ code: 'department.not_found' });
  const { data } = await create(owner, { deptId: billing, isDefault: true });
  expect(await list(member)).toMatchObject([{ id: data.id, isOwn: false, deptId: billing, isDefault: false, isChangeable: false }]);
  expect(await list(other)).toEqual([]);
  expect((await app.as(member).delete(at(data.id))).statusCode).toBe(404);
  expect(await list(admin)).toMatchObject([{ id: data.id, isOwn: false, isChangeable: true }]);
  const stranger = await app.makeUser();
  expect(await list(stranger)).toEqual([]);
  expect((await app.as(stranger).delete(at(data.id))).statusCode).toBe(404);
  await app.as(admin).delete(departments.remove.path.replace(':departmentId', billing));
  expect(await list(member)).toEqual([]);
  expect(await list(owner)).toMatchObject([{ id: data.id }]);
  expect((await app.as(admin).get(`${calls.list.path}?screen=unknown`)).statusCode).toBe(400);
});
