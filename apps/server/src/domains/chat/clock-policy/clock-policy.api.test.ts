import { type ClockPolicy, type Department, endpoints } from '@parley/contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { createPhoneBook } from '../../../../test/phone-book.ts';
import { changed, createTrail } from '../../../../test/trail.ts';

const app = await startApp();
const { as, makeUser, stranger } = app;
const book = createPhoneBook(app);
const trail = createTrail(app);
const { clockPolicies: calls, departments, phoneBook, roles, bin } = endpoints;

const at = (path: string, id: string) => path.replace(/:\w+/, id);
const list = async (by: TestUser): Promise<ClockPolicy[]> => (await as(by).get(calls.list.path)).json().data.policies;
const names = async (by: TestUser) => (await list(by)).map(({ name }) => name);
const create = async (by: TestUser, name: string, more: object = {}) =>
  (await as(by).post(calls.create.path, { name, firstAmberSeconds: 60, ...more })).json();
const make = async (by: TestUser, name: string, more: object = {}): Promise<ClockPolicy> => {
  const answer = await create(by, name, more);
  expect(answer).toMatchObject({ code: '100' });
  return answer.data;
};
const save = async (by: TestUser, { id, groupName: _name, order: _order, ...policy }: ClockPolicy, more: object = {}) =>
  (await as(by).put(at(calls.update.path, id), { ...policy, ...more })).json();
const remove = async (by: TestUser, { id }: ClockPolicy) => (await as(by).delete(at(calls.remove.path, id))).json();
const order = async (by: TestUser, ids: string[]) => (await as(by).put(calls.saveOrder.path, { ids })).json();
const makeDepartment = async (by: TestUser, name: string): Promise<Department> =>
  (await as(by).post(departments.create.path, { name })).json().data;

test('policies are added at the end, changed by their version, put into an order, deleted and restored at the end', async () => {
  const admin = await makeUser();
  const [fast, slow] = [await make(admin, 'Fast'), await make(admin, 'Slow', { nextRedSeconds: 90, resolutionActSeconds: 7200 })];
  expect(fast).toMatchObject({
    deptId: '',
    groupId: '',
    fromPriority: 0,
    toPriority: 9,
    inOpenHours: true,
    act: 'tell',
    order: 0,
    version: 1,
  });
  expect(slow).toMatchObject({ nextRedSeconds: 90, resolutionAmberSeconds: 0, resolutionRedSeconds: 0, resolutionActSeconds: 7200 });
  expect((await save(admin, fast, { name: 'Faster', firstRedSeconds: 120 })).data).toMatchObject({ name: 'Faster', version: 2 });
  expect(await save(admin, fast, { name: 'Stale' })).toMatchObject({ code: 'record.changed' });
  expect((await order(admin, [slow.id, fast.id])).data.policies.map(({ name }: ClockPolicy) => name)).toEqual(['Slow', 'Faster']);
  expect((await order(admin, [slow.id])).code).toBe('clock_policy.set_changed');
  expect((await order(admin, [slow.id, slow.id])).code).toBe('clock_policy.set_changed');
  const edit = await trail.newest(admin, 'kind=clock_policy&action=edit');
  expect([edit.recordName, changed(edit)]).toEqual(['Faster', { name: ['Fast', 'Faster'], firstRedSeconds: [0, 120] }]);
  expect(await trail.putBack(admin, edit, ['name'])).toMatchObject({ status: true });
  expect(await names(admin)).toEqual(['Slow', 'Fast']);
  expect(await remove(admin, slow)).toMatchObject({ code: '100' });
  expect((await as(admin).get(at(calls.get.path, slow.id))).json().code).toBe('clock_policy.not_found');
  expect((await remove(admin, slow)).code).toBe('clock_policy.not_found');
  const [entry] = (await as(admin).get(`${bin.list.path}?kind=clock_policy`)).json().data.entries;
  expect((await as(admin).post(at(bin.restore.path, entry.id), {})).json()).toMatchObject({ code: '100' });
  expect(await names(admin)).toEqual(['Fast', 'Slow']);
});

test('a policy that says nothing, or the wrong way round, is refused by its fields', async () => {
  const admin = await makeUser();
  const faultsOf = async (more: object) =>
    (await create(admin, 'Wrong', more)).data.issues.map(({ field, code }: { field: string; code: string }) => [field, code]);
  expect(await faultsOf({ firstAmberSeconds: 0 })).toEqual([['firstAmberSeconds', 'clock.no_time']]);
  expect(await faultsOf({ firstAmberSeconds: 60, firstRedSeconds: 60 })).toEqual([['firstRedSeconds', 'clock.order']]);
  expect(await faultsOf({ nextAmberSeconds: 60, nextRedSeconds: 10 })).toEqual([['nextRedSeconds', 'clock.order']]);
  expect(await faultsOf({ resolutionAmberSeconds: 60, resolutionRedSeconds: 60 })).toEqual([['resolutionRedSeconds', 'clock.order']]);
  expect(await create(admin, 'Whole', { firstAmberSeconds: 0, resolutionActSeconds: 604_801 })).toMatchObject({
    data: { issues: [{ field: 'resolutionActSeconds' }] },
  });
  expect(await faultsOf({ fromPriority: 7, toPriority: 6 })).toEqual([['toPriority', 'clock.priorities']]);
  expect((await faultsOf({ firstActSeconds: 604_801, fromPriority: -1 })).map(([field]: string[]) => field).sort()).toEqual([
    'firstActSeconds',
    'fromPriority',
  ]);
  expect((await create(admin, '  ')).data.issues).toMatchObject([{ field: 'name' }]);
  expect(await list(admin)).toEqual([]);
});

test('a group and departments that a policy names are there, and stay while it names them', async () => {
  const [admin, foreigner] = [await makeUser(), await makeUser()];
  const sales = await makeDepartment(admin, 'Sales');
  const group = await book.makeGroup(admin, 'VIP');
  const theirs = { deptId: (await makeDepartment(foreigner, 'Theirs')).id, groupId: await book.makeGroup(foreigner, 'Theirs') };
  expect((await create(admin, 'x', { deptId: theirs.deptId })).code).toBe('department.not_found');
  expect((await create(admin, 'x', { act: 'move', actDeptId: theirs.deptId })).code).toBe('department.not_found');
  expect((await create(admin, 'x', { groupId: theirs.groupId })).code).toBe('group.not_found');
  expect((await create(admin, 'x', { groupId: await book.makeLabel(admin, 'New') })).code).toBe('group.not_found');
  const policy = await make(admin, 'VIPs of Sales', { groupId: group, actDeptId: sales.id, act: 'move' });
  expect(policy).toMatchObject({ groupId: group, groupName: 'VIP', actDeptId: sales.id });
  expect((await as(admin).get(`${calls.groups.path}?search=vi`)).json().data.groups).toEqual([{ id: group, name: 'VIP' }]);
  expect((await as(admin).get(`${calls.groups.path}?search=100%25`)).json().data.groups).toEqual([]);
  expect((await as(admin).delete(at(departments.remove.path, sales.id))).json()).toMatchObject({
    code: 'department.in_use',
    data: { uses: ['VIPs of Sales'] },
  });
  expect((await as(admin).delete(at(phoneBook.removeGroup.path, group))).json().code).toBe('group.in_use');
  await remove(admin, policy);
  expect((await as(admin).delete(at(phoneBook.removeGroup.path, group))).json().code).toBe('100');
});

test('a department is of the act that moves alone', async () => {
  const admin = await makeUser();
  const sales = await makeDepartment(admin, 'Sales');
  expect(await make(admin, 'Raises', { act: 'raise', actDeptId: sales.id })).toMatchObject({ actDeptId: '' });
  const moves = await make(admin, 'Moves', { act: 'move', actDeptId: sales.id });
  expect((await save(admin, moves, { act: 'tell' })).data).toMatchObject({ act: 'tell', actDeptId: '' });
  expect((await as(admin).delete(at(departments.remove.path, sales.id))).json().code).toBe('100');
});

test('a policy comes back without a department that is gone, which is named, and not at all without its group', async () => {
  const admin = await makeUser();
  const sales = await makeDepartment(admin, 'Sales');
  const group = await book.makeGroup(admin, 'VIP');
  const [moving, grouped] = [
    await make(admin, 'Moves', { act: 'move', actDeptId: sales.id }),
    await make(admin, 'VIP', { groupId: group }),
  ];
  await remove(admin, moving);
  await remove(admin, grouped);
  expect((await as(admin).delete(at(departments.remove.path, sales.id))).json().code).toBe('100');
  expect((await as(admin).delete(at(phoneBook.removeGroup.path, group))).json().code).toBe('100');
  const { entries } = (await as(admin).get(`${bin.list.path}?kind=clock_policy`)).json().data;
  const restore = async (name: string) => {
    const { id } = entries.find((entry: { name: string }) => entry.name === name);
    return (await as(admin).post(at(bin.restore.path, id), {})).json();
  };
  expect((await restore('Moves')).data).toMatchObject({ missing: [{ kind: 'department', count: 1 }] });
  expect((await restore('VIP')).code).toBe('group.not_found');
  expect((await list(admin)).map(({ name, act, actDeptId }) => [name, act, actDeptId])).toEqual([['Moves', 'move', '']]);
});

test('a department that is deleted at this moment is chosen in no policy', async () => {
  const admin = await makeUser();
  const sales = await makeDepartment(admin, 'Sales');
  let created: Promise<{ code: string }> | undefined;
  await app.contextOf(admin).transaction(async (tx) => {
    await tx.selectFrom('departments').select('departmentId').where('departmentId', '=', sales.id).forUpdate().execute();
    await tx.updateTable('departments').set({ deletedAt: new Date() }).where('departmentId', '=', sales.id).execute();
    created = create(admin, 'Late', { act: 'move', actDeptId: sales.id });
    const waiting = sql<{ count: number }>`select count(*)::int as count from pg_locks l join pg_stat_activity a using (pid)
      where a.datname = current_database() and not l.granted and l.locktype = 'transactionid'`;
    await expect.poll(async () => (await waiting.execute(app.deps.db)).rows[0]?.count).toBe(1);
  });
  expect((await created)?.code).toBe('department.not_found');
});

test('CHAT_CONFIG makes policies, a role of departments those of its own, and nobody of another enterprise', async () => {
  const [admin, foreigner] = [await makeUser(), await makeUser()];
  const [sales, billing] = [await makeDepartment(admin, 'Sales'), await makeDepartment(admin, 'Billing')];
  const agent = await makeUser({ enterprise: admin, roles: [3] });
  const role = { name: 'Config', permissions: ['CHAT.CHAT_CONFIG'], dataScope: 'department', description: '', maskedFields: [] };
  const keeper = await makeUser({ enterprise: admin, roles: [(await as(admin).put(roles.saveRole.path, role)).json().data.code] });
  await as(admin).put(at(departments.addUsers.path, sales.id), { users: [keeper.userId] });
  const [common, other] = [await make(admin, 'Common'), await make(admin, 'Billing', { deptId: billing.id })];
  expect((await stranger().get(calls.list.path)).statusCode).toBe(401);
  expect((await as(agent).get(calls.list.path)).json().code).toBe('1403');
  const own = await make(keeper, 'Ours', { deptId: sales.id });
  expect(await names(keeper)).toEqual(['Common', 'Ours']);
  for (const answer of [
    await create(keeper, 'All'),
    await save(keeper, common, { name: 'Mine' }),
    await remove(keeper, common),
    await order(keeper, [own.id, common.id, other.id]),
    await save(keeper, own, { deptId: '' }),
  ])
    expect(answer.code).toBe('1403');
  expect((await save(keeper, other, { name: 'Mine' })).code).toBe('clock_policy.not_found');
  expect((await create(keeper, 'x', { deptId: billing.id })).code).toBe('department.not_found');
  expect((await save(keeper, own, { name: 'Ours still' })).code).toBe('100');
  expect(await list(foreigner)).toEqual([]);
  for (const answer of [await save(foreigner, common, { name: 'x' }), await remove(foreigner, common)])
    expect(answer.code).toBe('clock_policy.not_found');
  expect((await as(foreigner).get(at(calls.get.path, common.id))).json().code).toBe('clock_policy.not_found');
  expect((await order(foreigner, [common.id, other.id, own.id])).code).toBe('clock_policy.set_changed');
});
