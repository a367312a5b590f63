import { once } from 'node:events';
import { endpoints } from '@parley/contract';
import { expect, test } from 'vitest';
import { sharedApp } from '../../../../test/app.ts';
import { type TestUser, testPassword } from '../../../../test/factories.ts';
import { createScenes } from '../../../../test/scene.ts';

const app = await sharedApp();
const { as, stranger, makeUser, signIn } = app;
const { makeScene, connect, visit } = createScenes(app);
const { roles, users } = endpoints;

const pathOf = (userId: string) => `/e/enterprise/users/${userId}`;
const reset = async (admin: TestUser, userId: string, body: object) =>
  (await as(admin).put(`${pathOf(userId)}/reset_password`, { adminPassword: testPassword, password: 'Better-horse-2', ...body })).json();
const deactivate = async (admin: TestUser, userId: string, isValidate = false, moveTo: object = {}) =>
  (
    await as(admin).delete(`${pathOf(userId)}?${new URLSearchParams({ isValidate: String(isValidate), moveTo: JSON.stringify(moveTo) })}`)
  ).json();
const activate = async (admin: TestUser, userId: string) => (await as(admin).post(`${pathOf(userId)}/activate`)).json();
const isSignedIn = async (user: { token: string }) => (await as(user).get(users.me.path)).statusCode === 200;

/** Somebody who may edit users and is no administrator. */
async function makeEditor(admin: TestUser): Promise<TestUser> {
  const role = (await as(admin).put(roles.saveRole.path, { name: 'Editor', permissions: ['USERS.EDIT', 'USERS.VIEW'] })).json().data;
  return makeUser({ enterprise: admin, roles: [role.code] });
}

test('RBAC-029 RBAC-030 ADMIN-009 an administrator resets a password with the own one, and the sessions of the user end', async () => {
  const admin = await makeUser();
  const user = await makeUser({ enterprise: admin, roles: [3] });
  for (const adminPassword of ['', 'wrong', 'Better-horse-2']) {
    expect((await reset(admin, user.userId, { adminPassword })).code).toBe(adminPassword ? 'password.wrong' : 'request.invalid');
    expect(await isSignedIn(user)).toBe(true);
  }
  expect((await reset(admin, user.userId, { password: 'short' })).message).toContain('Your Password must be atleast 8 characters long');
  expect(await reset(admin, user.userId, {})).toMatchObject({ status: true, message: 'The password has been reset.' });
  expect([await isSignedIn(user), await isSignedIn(admin)]).toEqual([false, true]);
  expect((await signIn(user.email, testPassword)).json().code).toBe('login.failed');
  expect((await signIn(user.email, 'Better-horse-2')).statusCode).toBe(200);
});

test('the own password cannot be guessed by resetting others', async () => {
  const admin = await makeUser();
  const user = await makeUser({ enterprise: admin, roles: [3] });
  const screen = as(admin);
  const guess = async (adminPassword: string) =>
    (await screen.put(`${pathOf(user.userId)}/reset_password`, { adminPassword, password: 'Better-horse-2' })).json().code;
  for (let count = 0; count < 5; count += 1) expect(await guess(`guess ${count}`)).toBe('password.wrong');
  expect(await guess(testPassword)).toBe('login.locked');
});

test('RBAC-031 ADMIN-004 ADMIN-010 ADMIN-011 ADMIN-012 a user is deactivated after a check that changes nothing, and activated with the roles of before', async () => {
  const admin = await makeUser();
  const user = await makeUser({ enterprise: admin, roles: [3, 6], name: 'Ada' });
  const socket = await connect(user);
  const listed = async (state: number) =>
    (await as(admin).get(`/e/enterprise/users?state=${state}`)).json().response.users.map((row: { name: string }) => row.name);
  expect(await deactivate(admin, user.userId, true)).toMatchObject({ status: true, message: 'Success', data: { openChats: 0, work: [] } });
  expect([await isSignedIn(user), (await listed(1)).includes('Ada')]).toEqual([true, true]);

  const closed = once(socket.talker.socket, 'close');
  expect(await deactivate(admin, user.userId)).toMatchObject({ status: true, message: 'The user is deactivated.' });
  expect((await closed)[0]).toBe(4001);
  expect([await isSignedIn(user), await listed(2)]).toEqual([false, ['Ada']]);
  expect((await signIn(user.email, testPassword)).json().code).toBe('login.failed');

  expect(await activate(admin, user.userId)).toMatchObject({ status: true, data: { uId: user.userId, state: 1, roles: [3, 6] } });
  const { data } = (await signIn(user.email, testPassword)).json();
  expect((await as(data).get(users.me.path)).json().data.roles).toEqual([3, 6]);
});

test('open chats are told by the check, and are closed before their agent goes', async () => {
  const { enterprise, users: people, asha, visitor } = await makeScene();
  const admin = await makeUser({ enterprise });
  const { chatId } = await visitor.say('Hello');
  await asha.ask('agentPickupChat', { chatId });
  expect((await deactivate(admin, people.asha.userId, true)).data).toEqual({
    openChats: 1,
    work: [{ kind: 'chats', count: 1, isMoved: true, first: [{ id: chatId, name: expect.stringMatching(/^Visitor/) }] }],
  });
  expect(await deactivate(admin, people.asha.userId)).toMatchObject({
    code: 'user.has_open_chats',
    message: 'Asha has an open chat. Transfer or close it first.',
    data: { openChats: 1 },
  });
  expect(await isSignedIn(people.asha)).toBe(true);
  await as(people.asha).post(`/e/enterprise/chat/${chatId}/close`);
  expect((await deactivate(admin, people.asha.userId)).code).toBe('100');
});

test('RBAC-031 open chats move to another agent in the same step, whose list has them, and the visitor goes on with them', async () => {
  const { enterprise, users: people, asha, ben, visitor } = await makeScene();
  const admin = await makeUser({ enterprise });
  const { chatId } = await visitor.say('Hello');
  await asha.ask('agentPickupChat', { chatId });
  expect((await deactivate(admin, people.asha.userId, false, { chats: people.ben.userId })).code).toBe('100');
  expect(await ben.next('acceptAssign')).toMatchObject({ chatId });
  const { ownerId, messages } = (await as(people.ben).get(`/e/enterprise/chat/${chatId}`)).json().data;
  expect([ownerId, messages.at(-1)]).toEqual([
    people.ben.userId,
    expect.objectContaining({ actionType: 4, detail: { agentId: people.ben.userId, agentName: 'Ben', note: '' } }),
  ]);
  expect(await isSignedIn(people.asha)).toBe(false);
  await ben.ask('agentReply', { chatId, key: 'k', message: 'I go on' });
  expect(await visitor.next('entry', ({ entry }) => entry.text === 'I go on')).toMatchObject({ entry: { name: 'Ben' } });
});

test('an heir is told what they take over and whose it was, unless they have arranged it themselves', async () => {
  const { enterprise, users: people, asha, visitor } = await makeScene();
  const admin = await makeUser({ enterprise });
  const { chatId } = await visitor.say('Hello');
  await asha.ask('agentPickupChat', { chatId });
  for (const name of ['Sales', 'Support'])
    await as(admin).post(endpoints.departments.create.path, { name, desc: name, manager: people.asha.userId });
  const heirs = { chats: people.ben.userId, departments: admin.userId };
  expect((await deactivate(admin, people.asha.userId, false, heirs)).code).toBe('100');
  const movedTo = async (user: TestUser) =>
    (await as(user).get(`${endpoints.notifications.list.path}?kind=work_moved`)).json().data.notifications;
  expect(await movedTo(people.ben)).toMatchObject([
    { code: 'work.moved_chats', title: 'You take over chats of Asha', text: 'Chats: 1', link: '/chat/conversation' },
  ]);
  expect(await movedTo(admin)).toEqual([]);
  const managed = (await as(admin).get(endpoints.departments.list.path)).json().response.departments;
  expect(managed.map(({ manager }: { manager: { id: string } }) => manager.id)).toEqual([admin.userId, admin.userId]);
});

test('an heir is another active user, and of chats an agent', async () => {
  const { enterprise, users: people, asha, visitor } = await makeScene();
  const admin = await makeUser({ enterprise });
  const viewer = await makeUser({ enterprise, roles: [6] });
  const foreigner = await makeUser();
  const { chatId } = await visitor.say('Hello');
  await asha.ask('agentPickupChat', { chatId });
  for (const heir of [people.asha.userId, viewer.userId, foreigner.userId])
    expect(await deactivate(admin, people.asha.userId, false, { chats: heir })).toMatchObject({
      code: 'user.heir_unfit',
      data: { kind: 'chats' },
    });
  expect(await isSignedIn(people.asha)).toBe(true);
});

test('a chat that is taken at the same moment does not stay with somebody who has gone', async () => {
  const { enterprise, users: people, asha, ben, channel } = await makeScene();
  const admin = await makeUser({ enterprise });
  const visitor = await visit(channel.widgetKey);
  const { chatId } = await visitor.say('Hello');
  await asha.ask('agentPickupChat', { chatId });
  await asha.ask('agentTransferChat', { chatId, agentId: people.ben.userId, note: 'Yours' });
  const [accepted, deactivated] = await Promise.all([
    Promise.race([ben.ask('acceptTransfer', {}), ben.talker.closed.then(() => ({ status: false }))]),
    deactivate(admin, people.ben.userId),
  ]);
  expect([accepted.status, deactivated.code]).toEqual(accepted.status ? [true, 'user.has_open_chats'] : [false, '100']);
  const { ownerId } = (await as(admin).get(`/e/enterprise/chat/${chatId}`)).json().data;
  expect(ownerId).toBe(accepted.status ? people.ben.userId : people.asha.userId);
});

test('nobody deactivates themselves or the last administrator', async () => {
  const admin = await makeUser();
  const other = await makeUser({ enterprise: admin });
  expect((await deactivate(admin, admin.userId)).code).toBe('user.self');
  const both = await Promise.all([deactivate(admin, other.userId), deactivate(other, admin.userId)]);
  expect(both.filter(({ status }) => status)).toHaveLength(1);
  expect([await isSignedIn(admin), await isSignedIn(other)].sort()).toEqual([false, true]);
});

test('a user who may edit users does not take over the account of somebody with more rights', async () => {
  const admin = await makeUser();
  const editor = await makeEditor(admin);
  const colleague = await makeUser({ enterprise: admin, roles: editor.roles });
  for (const answer of [
    await reset(editor, admin.userId, {}),
    await deactivate(editor, admin.userId),
    await deactivate(editor, admin.userId, true),
    await activate(editor, admin.userId),
  ])
    expect(answer.code).toBe('role.beyond_own');
  expect(await isSignedIn(admin)).toBe(true);
  expect((await reset(editor, colleague.userId, {})).code).toBe('100');
  expect((await deactivate(editor, colleague.userId)).code).toBe('100');
});

test('the calls are closed to strangers, to those without the right, and to other enterprises', async () => {
  const [admin, foreigner] = [await makeUser(), await makeUser()];
  const agent = await makeUser({ enterprise: admin, roles: [3] });
  expect((await stranger().delete(pathOf(agent.userId))).statusCode).toBe(401);
  const calls = (by: TestUser) => [reset(by, agent.userId, {}), deactivate(by, agent.userId), activate(by, agent.userId)];
  for (const answer of await Promise.all(calls(agent))) expect(answer.code).toBe('1403');
  for (const answer of await Promise.all(calls(foreigner)))
    expect(answer).toMatchObject({ code: 'user.not_found', message: 'No such user.' });
});
