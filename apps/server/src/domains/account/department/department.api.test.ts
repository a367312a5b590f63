import { type Department, endpoints, type MappedUser, mappedUsersPage } from '@parley/contract';
import { expect, test } from 'vitest';
import { sharedApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { createTrail } from '../../../../test/trail.ts';

const app = await sharedApp();
const { as, stranger, makeUser, contextOf } = app;
const trail = createTrail(app);
const { departments, users } = endpoints;

const at = (path: string, id: string) => path.replace(':departmentId', id);
const create = async (by: TestUser, name: string, more: object = {}) =>
  (await as(by).post(departments.create.path, { name, ...more })).json();
const update = async (by: TestUser, { id }: Department, body: object) => (await as(by).put(at(departments.update.path, id), body)).json();
const remove = async (by: TestUser, { id }: Department, moveTo = '') =>
  (await as(by).delete(`${at(departments.remove.path, id)}?moveTo=${moveTo}`)).json();
const list = async (by: TestUser, query = ''): Promise<Department[]> =>
  (await as(by).get(`${departments.list.path}${query}`)).json().response.departments;
const mapped = async (by: TestUser, { id }: Department, query: string) =>
  (await as(by).get(`${at(departments.mappedUsers.path, id)}?${query}`)).json().response as { users: MappedUser[]; more: boolean };
const add = async (by: TestUser, { id }: Department, userIds: string[]) =>
  (await as(by).put(at(departments.addUsers.path, id), { users: userIds })).json();
const take = async (by: TestUser, { id }: Department, userIds: string[]) =>
  (await as(by).put(at(departments.removeUsers.path, id), { users: userIds })).json();

test('ADMIN-014 ADMIN-015 ADMIN-016 ADMIN-017 ADMIN-019 departments are added, listed by name, read and changed', async () => {
  const admin = await makeUser({ name: 'Ada' });
  const support = (await create(admin, ' Support ', { desc: 'After the sale', manager: admin.userId })).data as Department;
  const sales = (await create(admin, 'sales', { fallback: support.id })).data as Department;
  expect(support).toMatchObject({
    name: 'Support',
    desc: 'After the sale',
    manager: { id: admin.userId, name: 'Ada' },
    fallback: null,
    // Its manager is of it.
    userCount: 1,
    channelCount: 0,
    openChats: 0,
    version: 1,
  });
  expect((await list(admin)).map(({ name, fallback }) => [name, fallback?.name])).toEqual([
    ['sales', 'Support'],
    ['Support', undefined],
  ]);
  expect((await list(admin, '?name=SUP')).map(({ name }) => name)).toEqual(['Support']);
  expect((await update(admin, sales, { name: 'Sales', desc: 'New', version: 1 })).data).toMatchObject({
    name: 'Sales',
    desc: 'New',
    manager: null,
    fallback: null,
    version: 2,
  });
  expect((await as(admin).get(at(departments.get.path, sales.id))).json().data).toMatchObject({ name: 'Sales' });
  expect(await trail.brief(admin, 'kind=department')).toEqual([
    ['Ada', 'edit', 'Sales'],
    ['Ada', 'create', 'sales'],
    ['Ada', 'create', 'Support'],
  ]);
});

test('a name is taken in any case, a save of an old version is refused, and the manager is an active user', async () => {
  const admin = await makeUser();
  const gone = await makeUser({ enterprise: admin, roles: [3] });
  await as(admin).delete(users.deactivate.path.replace(':userId', gone.userId));
  const sales = (await create(admin, 'Sales')).data;
  expect((await create(admin, 'SALES')).code).toBe('department.name_taken');
  for (const manager of [gone.userId, (await makeUser()).userId])
    expect((await create(admin, 'Support', { manager })).code).toBe('department.manager_unfit');
  expect((await update(admin, sales, { name: 'Sales', desc: 'One', version: 1 })).code).toBe('100');
  expect((await update(admin, sales, { name: 'Sales', desc: 'Other', version: 1 })).code).toBe('record.changed');
  expect((await create(admin, '   ')).code).toBe('request.invalid');
});

test('departments fall back to each other in no circle, not even when two are saved at once', async () => {
  const admin = await makeUser();
  const [one, two, three] = [(await create(admin, 'One')).data, (await create(admin, 'Two')).data, (await create(admin, 'Three')).data];
  expect((await update(admin, one, { name: 'One', fallback: two.id })).code).toBe('100');
  expect((await update(admin, two, { name: 'Two', fallback: three.id })).code).toBe('100');
  expect((await update(admin, three, { name: 'Three', fallback: one.id })).code).toBe('department.circle');
  expect((await update(admin, three, { name: 'Three', fallback: three.id })).code).toBe('department.circle');
  const [left, right] = [(await create(admin, 'Left')).data, (await create(admin, 'Right')).data];
  const both = await Promise.all([
    update(admin, left, { name: 'Left', fallback: right.id }),
    update(admin, right, { name: 'Right', fallback: left.id }),
  ]);
  expect(both.map(({ code }) => code).sort()).toEqual(['100', 'department.circle']);
});

test('ADMIN-020 ADMIN-021 ADMIN-022 ADMIN-023 users are mapped to departments, several to each, and shown 30 a page', async () => {
  const admin = await makeUser({ name: 'Zoe' });
  const people = await Promise.all(
    Array.from({ length: 31 }, (_, index) => makeUser({ enterprise: admin, roles: [3], name: `Agent ${String(index).padStart(2, '0')}` })),
  );
  const [sales, support] = [(await create(admin, 'Sales')).data, (await create(admin, 'Support')).data];
  expect(mappedUsersPage).toBe(30);
  expect(await mapped(admin, sales, 'mapped=false')).toMatchObject({ users: { length: 30 }, more: true });
  expect(
    await add(
      admin,
      sales,
      people.map(({ userId }) => userId),
    ),
  ).toMatchObject({ data: { changed: 31 }, message: 'The users are added.' });
  const [first, second] = people as [TestUser, TestUser];
  expect((await add(admin, support, [first.userId])).data).toEqual({ changed: 1 });
  expect((await add(admin, support, [first.userId])).data).toEqual({ changed: 0 });
  expect(await mapped(admin, sales, 'mapped=true')).toMatchObject({ users: { length: 30 }, more: true });
  expect((await mapped(admin, sales, 'mapped=true&from=30')).users.map(({ name }) => name)).toEqual(['Agent 30']);
  expect((await mapped(admin, sales, 'mapped=false')).users.map(({ name }) => name)).toEqual(['Zoe']);
  expect((await mapped(admin, support, 'mapped=true&name=00')).users.map(({ name }) => name)).toEqual(['Agent 00']);
  expect((await as(first).get(users.profile.path)).json().data.departments).toEqual(['Sales', 'Support']);
  expect((await take(admin, sales, [second.userId, admin.userId])).data).toEqual({ changed: 1 });
  expect((await list(admin)).map(({ name, userCount }) => [name, userCount])).toEqual([
    ['Sales', 30],
    ['Support', 1],
  ]);
});

test('screens 9.2 the manager of a department belongs to it as long as they manage it', async () => {
  const [admin, other] = [await makeUser({ name: 'Ada' }), await makeUser()];
  const lead = await makeUser({ enterprise: admin, roles: [3], name: 'Lead' });
  const agent = await makeUser({ enterprise: admin, roles: [3], name: 'Sara' });
  const sales = (await create(admin, 'Sales', { manager: lead.userId })).data as Department;
  const names = async (query: string) => (await mapped(admin, sales, query)).users.map(({ name }) => name);
  const ofSales = async () =>
    (await as(admin).get(`${users.listUsers.path}?deptId=${sales.id}&perPage=-1`))
      .json()
      .response.users.map(({ name }: { name: string }) => name);
  await add(admin, sales, [agent.userId]);
  expect([await names('mapped=true'), await names('mapped=false'), await ofSales()]).toEqual([['Lead', 'Sara'], ['Ada'], ['Lead', 'Sara']]);
  expect((await list(admin))[0]?.userCount).toBe(2);
  expect((await as(lead).get(users.profile.path)).json().data.departments).toEqual(['Sales']);
  expect(await take(admin, sales, [agent.userId, lead.userId])).toMatchObject({ code: 'department.manager_stays' });
  expect(await names('mapped=true')).toEqual(['Lead', 'Sara']);
  // A save from the form of roles makes no member of a user who only manages.
  const path = users.updateRoles.path.replace(':userId', lead.userId);
  const row = (await as(admin).get(users.getUser.path.replace(':userId', lead.userId))).json().data;
  expect(row.departments).toEqual([]);
  await as(admin).put(path, { roles: [3], chat: { departments: [] }, version: row.version });
  expect(await names('mapped=true')).toEqual(['Lead', 'Sara']);
  await update(admin, sales, { name: 'Sales', manager: agent.userId, version: sales.version });
  expect(await names('mapped=true')).toEqual(['Sara']);
  expect((await mapped(other, sales, 'mapped=true')) ?? null).toBeNull();
});

test('nobody of another enterprise, and nobody who has gone, is mapped', async () => {
  const [admin, foreigner] = [await makeUser(), await makeUser()];
  const sales = (await create(admin, 'Sales')).data;
  expect((await add(admin, sales, [foreigner.userId])).code).toBe('user.not_found');
  expect((await add(admin, sales, [])).code).toBe('request.invalid');
  expect((await mapped(admin, sales, 'mapped=true')).users).toEqual([]);
});

test('ADMIN-018 a deleted department is gone from lists and users, and its name is free', async () => {
  const admin = await makeUser();
  const sales = (await create(admin, 'Sales')).data;
  const support = (await create(admin, 'Support', { fallback: sales.id })).data;
  await add(admin, sales, [admin.userId]);
  expect(await remove(admin, sales)).toMatchObject({ message: 'The department is deleted.' });
  expect((await remove(admin, sales)).code).toBe('department.not_found');
  expect(await list(admin)).toMatchObject([{ name: 'Support', fallback: null }]);
  const row = (await as(admin).get(users.getUser.path.replace(':userId', admin.userId))).json().data;
  expect(row.departments).toEqual([]);
  expect((await create(admin, 'Sales')).code).toBe('100');
  expect((await update(admin, support, { name: 'Support', fallback: sales.id })).code).toBe('department.not_found');
  const kept = await contextOf(admin).read((tx) =>
    tx.selectFrom('departmentUsers').select('userId').where('enterpriseId', '=', admin.enterpriseId).execute(),
  );
  expect(kept).toEqual([{ userId: admin.userId }]);
});

test('RBAC-031 a manager who is deactivated hands the department over', async () => {
  const admin = await makeUser();
  const manager = await makeUser({ enterprise: admin, roles: [3] });
  const { data } = await create(admin, 'Sales', { manager: manager.userId });
  const path = users.deactivate.path.replace(':userId', manager.userId);
  expect((await as(admin).delete(path)).json()).toMatchObject({ code: 'user.work_left', data: { kinds: ['departments'] } });
  const checked = (await as(admin).delete(`${path}?isValidate=true`)).json().data.work;
  expect(checked).toEqual([{ kind: 'departments', count: 1, isMoved: true, first: [{ id: data.id, name: 'Sales' }] }]);
  const moveTo = encodeURIComponent(JSON.stringify({ departments: admin.userId }));
  expect((await as(admin).delete(`${path}?moveTo=${moveTo}`)).json().code).toBe('100');
  expect((await list(admin))[0]?.manager?.id).toBe(admin.userId);
});

test('the calls are closed to strangers, to those without the right, and to other enterprises', async () => {
  const [admin, foreigner] = [await makeUser(), await makeUser()];
  const agent = await makeUser({ enterprise: admin, roles: [3] });
  const sales = (await create(admin, 'Sales')).data;
  expect((await stranger().get(departments.list.path)).statusCode).toBe(401);
  const calls = (by: TestUser) => [
    update(by, sales, { name: 'Taken' }),
    remove(by, sales),
    add(by, sales, [by.userId]),
    take(by, sales, [by.userId]),
    as(by)
      .get(at(departments.get.path, sales.id))
      .then((answer) => answer.json()),
  ];
  for (const { code } of await Promise.all([...calls(agent), create(agent, 'Mine')])) expect(code).toBe('1403');
  for (const { code } of await Promise.all(calls(foreigner))) expect(code).toBe('department.not_found');
  expect((await list(agent)).map(({ name }) => name)).toEqual(['Sales']);
  expect(await list(foreigner)).toEqual([]);
});
