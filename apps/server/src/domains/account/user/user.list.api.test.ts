import { endpoints, type UserRow } from '@parley/contract';
import { expect, test } from 'vitest';
import { sharedApp, startApp } from '../../../../test/app.ts';
import { type TestUser, testPassword } from '../../../../test/factories.ts';
import { createTrail } from '../../../../test/trail.ts';

const app = await sharedApp();
const { as, stranger, makeUser, makeEnterprise, contextOf, signIn } = app;
const trail = createTrail(app);
const { users, departments } = endpoints;

const pathOf = (userId: string) => users.getUser.path.replace(':userId', userId);
const list = async (user: TestUser, query = '') => (await as(user).get(`${users.listUsers.path}${query}`)).json().response;
const names = async (user: TestUser, query = '') => (await list(user, query)).users.map((row: UserRow) => row.name);
const save = async (by: TestUser, userId: string, body: object) => (await as(by).put(`${pathOf(userId)}/update_roles`, body)).json();
const makeDepartment = async (admin: TestUser, name: string): Promise<string> =>
  (await as(admin).post(departments.create.path, { name })).json().data.id;

async function scene() {
  const enterprise = await makeEnterprise();
  const admin = await makeUser({ enterprise, name: 'Ada' });
  const ben = await makeUser({ enterprise, name: 'Ben', roles: [3], email: `ben-${admin.userId}@shop.example` });
  const chitra = await makeUser({ enterprise, name: 'Chitra', roles: [3, 6] });
  return { enterprise, admin, ben, chitra };
}

test('ADMIN-005 the list of users is narrowed by name or e-mail, role, department and state, page by page', async () => {
  const { admin, ben, chitra } = await scene();
  const sales = await makeDepartment(admin, 'Sales');
  await save(admin, ben.userId, { roles: [3], chat: { departments: [sales] } });
  expect(await names(admin)).toEqual(['Ada', 'Ben', 'Chitra']);
  expect(await names(admin, '?name=HIT')).toEqual(['Chitra']);
  expect(await names(admin, `?name=BEN-${admin.userId}`)).toEqual(['Ben']);
  expect(await names(admin, '?name=@shop.example')).toEqual([]);
  expect(await names(admin, '?name=%25')).toEqual([]);
  expect(await names(admin, '?role=3')).toEqual(['Ben', 'Chitra']);
  expect(await names(admin, `?deptId=${sales}`)).toEqual(['Ben']);
  expect(await names(admin, `?deptId=${sales}&role=6`)).toEqual([]);
  expect(await list(admin, '?from=1&perPage=1')).toMatchObject({ users: [{ name: 'Ben' }], more: true });
  expect(await list(admin, '?from=2&perPage=1')).toMatchObject({ users: [{ name: 'Chitra' }], more: false });
  await as(admin).delete(pathOf(chitra.userId));
  expect([await names(admin), await names(admin, '?state=2')]).toEqual([['Ada', 'Ben'], ['Chitra']]);
});

test('ADMIN-006 ADMIN-008 ADMIN-013 RBAC-028 roles and chat settings are saved, and one user shows them', async () => {
  const { admin, ben } = await scene();
  const [sales, support] = [await makeDepartment(admin, 'Sales'), await makeDepartment(admin, 'Support')];
  const chat = { enabled: true, maxChats: 9, departments: [sales, support], languages: ['hi', 'en'], priority: 7 };
  expect(await save(admin, ben.userId, { roles: [3, 6], chat, version: 1 })).toMatchObject({ message: 'The user is saved.' });
  const { data } = (await as(admin).get(pathOf(ben.userId))).json();
  expect(data).toMatchObject({
    uId: ben.userId,
    roles: [3, 6],
    departments: [
      { id: sales, name: 'Sales' },
      { id: support, name: 'Support' },
    ],
    chat: { enabled: true, maxChats: 9, languages: ['en', 'hi'], priority: 7 },
    hasTwoFactor: false,
    version: 2,
  });
  expect((await save(admin, ben.userId, { roles: [3, 6], chat: { maxChats: null, departments: [] } })).data).toMatchObject({
    departments: [],
    chat: { maxChats: null, languages: ['en', 'hi'] },
  });
  const entry = await trail.newest(admin, 'kind=user&action=give_roles');
  expect(entry.changes).toContainEqual(expect.objectContaining({ field: 'departments', before: ['Sales', 'Support'], after: [] }));
});

test('RBAC-028 agents of a higher priority are offered first, with the languages that they answer in', async () => {
  const { admin, ben, chitra } = await scene();
  await save(admin, chitra.userId, { roles: [3], chat: { priority: 1, languages: ['hi'] } });
  const offered = (await as(ben).get('/e/enterprise/agents?roles=3')).json().response.users;
  expect(offered.map(({ name, languages }: { name: string; languages: string[] }) => [name, languages])).toEqual([
    ['Chitra', ['hi']],
    ['Ada', []],
    ['Ben', []],
  ]);
  await save(admin, chitra.userId, { roles: [3], chat: { enabled: false } });
  // Administrators handle chats too.
  expect((await as(ben).get('/e/enterprise/agents?roles=3')).json().response.users).toMatchObject([{ name: 'Ada' }, { name: 'Ben' }]);
});

test('a save that has not read the newest version is refused, and names who was quicker', async () => {
  const { admin, ben } = await scene();
  expect((await save(admin, ben.userId, { roles: [3], chat: { priority: 1 }, version: 1 })).code).toBe('100');
  expect(await save(admin, ben.userId, { roles: [6], version: 1 })).toMatchObject({ code: 'record.changed', data: { changedBy: 'Ada' } });
  const both = await Promise.all([5, 6].map((priority) => save(admin, ben.userId, { roles: [3], chat: { priority }, version: 2 })));
  expect(both.map(({ code }) => code).sort()).toEqual(['100', 'record.changed']);
});

test('departments of a user are those of the enterprise, and none that is deleted', async () => {
  const { admin, ben } = await scene();
  const foreigner = await makeUser();
  const [foreign, gone] = [await makeDepartment(foreigner, 'Theirs'), await makeDepartment(admin, 'Gone')];
  await as(admin).delete(departments.remove.path.replace(':departmentId', gone));
  for (const id of [foreign, gone])
    expect((await save(admin, ben.userId, { roles: [3], chat: { departments: [id] } })).code).toBe('department.not_found');
  expect((await as(admin).get(pathOf(ben.userId))).json().data.departments).toEqual([]);
});

test('users who manage users see who has a second factor', async () => {
  const { admin, ben } = await scene();
  await contextOf(admin).transaction((tx) =>
    tx
      .insertInto('userFactors')
      .values({ enterpriseId: admin.enterpriseId, factorId: ben.userId, userId: ben.userId, kind: 2, confirmedAt: new Date() })
      .execute(),
  );
  const seenBy = async (user: TestUser) => (await list(user)).users.map((row: UserRow) => row.hasTwoFactor);
  expect([await seenBy(admin), await seenBy(ben)]).toEqual([
    [false, true, false],
    [null, null, null],
  ]);
});

test('one user is shown to those who manage users, of the own enterprise alone', async () => {
  const { admin, ben, chitra } = await scene();
  const foreigner = await makeUser();
  expect((await stranger().get(pathOf(ben.userId))).statusCode).toBe(401);
  expect((await as(chitra).get(pathOf(ben.userId))).json().code).toBe('1403');
  expect((await as(foreigner).get(pathOf(ben.userId))).json()).toMatchObject({ code: 'user.not_found', message: 'No such user.' });
  expect((await as(admin).get(pathOf(ben.userId))).statusCode).toBe(200);
});

test('RBAC-033 RBAC-040 the user mode invite adds no user with a password', async () => {
  const { admin } = await scene();
  const added = await as(admin).post(users.createUser.path, {
    name: 'Dev',
    emailId: 'dev@example.com',
    password: testPassword,
    roles: [3],
  });
  expect([added.statusCode, added.json()]).toMatchObject([409, { status: false, code: 'user.invite_only' }]);
  expect((await signIn('dev@example.com', testPassword)).statusCode).toBe(422);
  expect((await as(admin).get(`${users.listUsers.path}?name=Dev`)).json().response.users).toEqual([]);
});

test('ADMIN-003 ADMIN-007 RBAC-040 the user mode create lets an administrator add a user, who signs in at once', async () => {
  const other = await startApp({ config: { userMode: 'create' } });
  const admin = await other.makeUser();
  const add = async (by: TestUser, body: object) =>
    (
      await other
        .as(by)
        .post(users.createUser.path, { name: 'Dev', emailId: 'Dev@Example.com', password: testPassword, roles: [3], ...body })
    ).json();
  expect(await add(admin, {})).toMatchObject({ status: true, data: { name: 'Dev', emailId: 'dev@example.com', roles: [3], state: 1 } });
  expect(await add(admin, { emailId: 'DEV@example.com' })).toMatchObject({ code: 'user.exists' });
  expect(await add(admin, { emailId: 'new@example.com', roles: [999] })).toMatchObject({ code: 'role.not_found' });
  expect((await other.signIn('dev@example.com', testPassword)).statusCode).toBe(200);
  const role = { name: 'Hirer', permissions: ['USERS.ADD'] };
  const { code } = (await other.as(admin).put(endpoints.roles.saveRole.path, role)).json().data;
  const hirer = await other.makeUser({ enterprise: admin, roles: [code] });
  expect(await add(hirer, { emailId: 'boss@example.com', roles: [1] })).toMatchObject({ code: 'role.beyond_own' });
  expect((await signIn('dev@example.com', testPassword)).statusCode).toBe(422);
});
