import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { endpoints, type Role, showInstant } from '@parley/contract';
import { expect, onTestFinished, test } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { openAgent } from '../../../../test/sockets.ts';

const { as, stranger, makeUser, makeEnterprise, contextOf, url } = await startApp();
const { roles, users, notifications } = endpoints;

const makeName = () => `Role ${randomBytes(4).toString('hex')}`;
const save = (user: TestUser, role: Record<string, unknown>) => as(user).put(roles.saveRole.path, role);
const preview = (user: TestUser, role: Record<string, unknown>) => as(user).post(roles.previewRole.path, role);
const remove = (user: TestUser, code: number) => as(user).delete(roles.deleteRole.path.replace(':code', String(code)));

async function makeRole(user: TestUser, overrides: Record<string, unknown> = {}): Promise<Role> {
  return (await save(user, { name: makeName(), permissions: ['CHAT.HANDLE'], ...overrides })).json().data;
}
const give = (user: TestUser, to: TestUser, codes: number[]) =>
  as(user).put(users.updateRoles.path.replace(':userId', to.userId), { roles: codes });
const permissionsOf = async (user: TestUser): Promise<string[]> => (await as(user).get(users.me.path)).json().data.permissions;

test('RBAC-009 the configuration holds groups and roles, built-in ones first', async () => {
  const { data } = (await as(await makeUser({ roles: [3] })).get(roles.configuration.path)).json();
  expect(data.groups[0]).toEqual({
    id: 'CHAT',
    values: ['HANDLE', 'CHAT_CONFIG', 'VIEW_ANALYTICS', 'VIEW_CHATHISTORY', 'VIEW_MONITOR'].map((id) => ({ id, value: `CHAT.${id}` })),
  });
  expect(data.roles.map((role: Role) => role.code)).toEqual([1, 2, 3, 4, 5, 6, 101]);
  expect(data.roles[6]).toMatchObject({ name: 'Chat Supervisor', isBuiltIn: false, dataScope: 'department', version: 1 });
});

test('an own role is made, changed and deleted', async () => {
  const admin = await makeUser();
  const role = await makeRole(admin, { description: 'Night shift', dataScope: 'own', maskedFields: ['phone'] });
  expect(role).toMatchObject({
    code: 102,
    description: 'Night shift',
    dataScope: 'own',
    maskedFields: ['phone'],
    version: 1,
    userCount: 0,
  });
  const changed = await save(admin, {
    code: role.code,
    version: role.version,
    name: role.name,
    permissions: ['CHAT.HANDLE', 'CUSTOMER.VIEW'],
  });
  expect(changed.json().data).toMatchObject({ code: role.code, version: 2, permissions: ['CHAT.HANDLE', 'CUSTOMER.VIEW'] });
  expect((await remove(admin, role.code)).statusCode).toBe(200);
  expect((await remove(admin, role.code)).json().code).toBe('role.not_found');
});

test('a role is saved from a form too', async () => {
  const admin = await makeUser();
  const form = new URLSearchParams([
    ['name', makeName()],
    ['permissions', 'CHAT.HANDLE'],
    ['permissions', 'CUSTOMER.VIEW'],
  ]).toString();
  const answer = await as(admin).put(roles.saveRole.path, form, { headers: { 'content-type': 'application/x-www-form-urlencoded' } });
  expect(answer.json().data.permissions).toEqual(['CHAT.HANDLE', 'CUSTOMER.VIEW']);
});

test('a change counts on the next call, without a new login', async () => {
  const admin = await makeUser();
  const role = await makeRole(admin);
  const agent = await makeUser({ enterprise: admin, roles: [role.code] });
  expect(await permissionsOf(agent)).not.toContain('USERS.VIEW');
  await save(admin, { code: role.code, version: 1, name: role.name, permissions: ['USERS.VIEW'] });
  expect(await permissionsOf(agent)).toContain('USERS.VIEW');
  expect((await as(agent).get(notifications.list.path)).json().data.notifications).toMatchObject([{ kind: 'role_changed' }]);
});

test('a save in between is never overwritten in silence, and told by the clock of the enterprise', async () => {
  const admin = await makeUser({ name: 'Ada', enterprise: await makeEnterprise({ timeZone: 'Pacific/Kiritimati' }) });
  const role = await makeRole(admin);
  await save(admin, { code: role.code, version: 1, name: role.name, permissions: [] });
  const late = await save(admin, { code: role.code, version: 1, name: role.name, permissions: ['CHAT.HANDLE'] });
  expect(late.statusCode).toBe(409);
  expect(late.json()).toMatchObject({
    code: 'record.changed',
    message: `Changed by Ada at ${showInstant(late.json().data.changedAt, 'timestamp', 'Pacific/Kiritimati')}`,
    data: { changedBy: 'Ada' },
  });
  expect((await save(admin, { code: role.code, name: role.name, permissions: [] })).json()).toMatchObject({
    code: 'request.invalid',
    data: { issues: [{ field: 'version' }] },
  });
});

test('one of two saves at the same moment is refused', async () => {
  const admin = await makeUser();
  const role = await makeRole(admin);
  const change = { code: role.code, version: 1, name: role.name, permissions: [] };
  const answers = await Promise.all([save(admin, change), save(admin, change)]);
  expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 409]);
});

test('a name is taken in any case, by built-in roles too', async () => {
  const admin = await makeUser();
  const role = await makeRole(admin);
  for (const name of [role.name, role.name.toUpperCase(), 'administrator', 'Chat supervisor']) {
    expect((await save(admin, { name, permissions: [] })).json().code).toBe('role.name_taken');
  }
  expect((await save(await makeUser(), { name: role.name, permissions: [] })).statusCode).toBe(200);
});

test('built-in roles can be neither changed nor deleted', async () => {
  const admin = await makeUser();
  expect((await save(admin, { code: 3, name: 'X', permissions: [] })).statusCode).toBe(400);
  expect((await remove(admin, 3)).json().code).toBe('role.built_in');
});

test('a role that somebody has is not deleted, and the answer names them', async () => {
  const admin = await makeUser();
  const role = await makeRole(admin);
  const agent = await makeUser({ enterprise: admin, roles: [role.code] });
  const answer = await remove(admin, role.code);
  expect(answer.statusCode).toBe(409);
  expect(answer.json()).toMatchObject({ code: 'role.in_use', data: { users: [agent.name] } });
});

test('nobody but an administrator gives rights beyond their own', async () => {
  const admin = await makeUser();
  const keeper = await makeRole(admin, { permissions: ['ROLES.CREATE', 'ROLES.EDIT', 'ROLES.DELETE', 'USERS.EDIT', 'CHAT.HANDLE'] });
  const manager = await makeUser({ enterprise: admin, roles: [keeper.code] });
  const other = await makeUser({ enterprise: admin, roles: [3] });
  const beyond = await save(manager, { name: makeName(), permissions: ['CHAT.HANDLE', 'CHANNELS.DELETE'] });
  expect(beyond.statusCode).toBe(409);
  expect(beyond.json()).toMatchObject({ code: 'role.beyond_own', data: { permissions: ['CHANNELS.DELETE'] } });
  expect((await save(manager, { name: makeName(), permissions: ['CHAT.HANDLE'] })).statusCode).toBe(200);
  expect((await give(manager, other, [1])).json().code).toBe('role.beyond_own');
  expect((await give(manager, manager, [keeper.code, 1])).json().code).toBe('role.beyond_own');
  expect((await give(manager, admin, [keeper.code])).json().code).toBe('role.beyond_own');
  expect((await give(admin, other, [2])).statusCode).toBe(200);
});

test('a role keeps what an editor could not have given', async () => {
  const admin = await makeUser();
  const keeper = await makeRole(admin, { permissions: ['ROLES.EDIT'] });
  const manager = await makeUser({ enterprise: admin, roles: [keeper.code] });
  const role = await makeRole(admin, { permissions: ['CHANNELS.VIEW'] });
  const change = { code: role.code, version: 1, name: makeName(), permissions: ['CHANNELS.VIEW'] };
  expect((await save(manager, change)).statusCode).toBe(200);
  expect((await save(manager, { ...change, version: 2, permissions: ['CHANNELS.VIEW', 'CHANNELS.EDIT'] })).json().code).toBe(
    'role.beyond_own',
  );
});

test('making needs ROLES.CREATE, changing needs ROLES.EDIT', async () => {
  const admin = await makeUser();
  const editing = await makeRole(admin, { permissions: ['ROLES.EDIT'] });
  const editor = await makeUser({ enterprise: admin, roles: [editing.code] });
  const refused = await save(editor, { name: makeName(), permissions: [] });
  expect(refused.statusCode).toBe(403);
  expect(refused.json()).toMatchObject({ code: '1403', data: { permissions: ['ROLES.CREATE'] } });
});

test('RBAC-008 RBAC-038 a permission that does not exist is refused', async () => {
  expect((await save(await makeUser(), { name: makeName(), permissions: ['CHAT.EVERYTHING'] })).statusCode).toBe(400);
});

test('the preview names who would win and lose what, and warns when maker and checker meet', async () => {
  const admin = await makeUser();
  const role = await makeRole(admin, { permissions: ['CHAT.HANDLE'] });
  const maker = await makeUser({ enterprise: admin, roles: [4, role.code], name: 'Maya' });
  const agent = await makeUser({ enterprise: admin, roles: [3, role.code], name: 'Nina' });
  const { data } = (await preview(admin, { code: role.code, version: 1, name: role.name, permissions: ['CAMPAIGNS.APPROVE'] })).json();
  expect(data.users).toEqual([
    { uId: maker.userId, name: 'Maya', gains: ['CAMPAIGNS.APPROVE'], loses: ['CHAT.HANDLE'] },
    { uId: agent.userId, name: 'Nina', gains: ['CAMPAIGNS.APPROVE'], loses: [] },
  ]);
  expect(data.warnings).toEqual(['Maya would both make and approve campaigns.']);
  expect((await as(admin).get(roles.configuration.path)).json().data.roles.find((one: Role) => one.code === role.code).version).toBe(1);
});

test("'Why can this user' answers with the role, the flag, or what is missing", async () => {
  const admin = await makeUser();
  const agent = await makeUser({ enterprise: admin, roles: [3], name: 'Nina' });
  const why = async (permission: string) =>
    (await as(admin).get(`${roles.why.path}?userId=${agent.userId}&permission=${permission}`)).json().data;
  expect(await why('CHAT.HANDLE')).toMatchObject({
    isHeld: true,
    givenBy: [{ code: 3, name: 'Handle Chats' }],
    explanation: 'Nina holds CHAT.HANDLE by the role "Handle Chats".',
  });
  const missing = await why('CHAT.VIEW_MONITOR');
  expect(missing).toMatchObject({ isHeld: false, givenBy: [] });
  expect(missing.wouldGive.map((role: { name: string }) => role.name)).toEqual(['Administrator', 'Chat Supervisor']);
  expect(await why('BLACKLIST')).toMatchObject({ isHeld: true, flag: { name: 'blacklist', isOn: true, grant: 'everyone' } });
});

test('a role of another enterprise is not found and cannot be given', async () => {
  const [mine, theirs] = [await makeUser(), await makeUser()];
  const foreign = await makeRole(theirs);
  const own = await makeRole(mine);
  await remove(mine, own.code);
  expect((await remove(mine, foreign.code)).json().code).toBe('role.not_found');
  expect((await give(mine, mine, [1, foreign.code])).json().code).toBe('role.not_found');
  const why = await as(mine).get(`${roles.why.path}?userId=${theirs.userId}&permission=CHAT.HANDLE`);
  expect(why.json()).toMatchObject({ code: 'user.not_found', message: 'No such user.' });
  const stored = await contextOf(theirs).transaction((tx) =>
    tx.selectFrom('roles').select('name').where('enterpriseId', '=', theirs.enterpriseId).execute(),
  );
  expect(stored.map((role) => role.name)).toContain(foreign.name);
});

test('the calls are closed to strangers and to those without the right', async () => {
  const agent = await makeUser({ roles: [3] });
  expect((await stranger().get(roles.configuration.path)).statusCode).toBe(401);
  expect((await save(agent, { name: makeName(), permissions: [] })).json().code).toBe('1403');
  expect((await remove(agent, 101)).json().code).toBe('1403');
  expect((await preview(agent, { name: makeName(), permissions: [] })).json().code).toBe('1403');
});

test('changed rights make open sockets come again', async () => {
  const admin = await makeUser();
  const agent = await makeUser({ enterprise: admin, roles: [3] });
  const socket = await openAgent(url, agent.token);
  onTestFinished(() => socket.close());
  const closed = once(socket.talker.socket, 'close');
  await give(admin, agent, [6]);
  expect((await closed)[0]).toBe(1012);
});
