import { defaultAudioSettings, endpoints } from '@parley/contract';
import { expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { startApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { pngUpload } from '../../../../test/upload.ts';

const { as, stranger, makeUser, makeEnterprise, contextOf } = await startApp();
const { users, notifications, files } = endpoints;
const rolesPath = (userId: string) => users.updateRoles.path.replace(':userId', userId);
const give = (admin: TestUser, userId: string, body: unknown) => as(admin).put(rolesPath(userId), body);
const list = async (user: TestUser, query = '') => (await as(user).get(`${users.listUsers.path}${query}`)).json().response;

test('SHELL-052 users/me is the start-up profile, with defaults that work unsaved', async () => {
  const enterprise = await makeEnterprise({ name: 'Acme', timeZone: 'Asia/Kolkata' });
  const user = await makeUser({ enterprise, roles: [3], name: 'Nina' });
  const { data } = (await as(user).get(users.me.path)).json();
  expect(data).toMatchObject({
    uId: user.userId,
    eId: enterprise.enterpriseId,
    enterpriseName: 'Acme',
    name: 'Nina',
    emailId: user.email,
    roles: [3],
    roleNames: ['Handle Chats'],
    enableChatNotification: true,
    enablePushNotification: false,
    audioSettings: defaultAudioSettings,
    profilePic: '',
    timeZone: 'Asia/Kolkata',
    enterpriseTimeZone: 'Asia/Kolkata',
    enterpriseCountry: '',
    language: 'en',
    sessionKind: 'password',
  });
  expect(data.permissions).toEqual([...data.permissions].sort());
  expect(data.permissions).toContain('CHAT.HANDLE');
  expect(data.permissions).not.toContain('USERS.VIEW');
});

test('ADMIN-001 ADMIN-002 the profile has what is known of a user, in the spelling of the specification', async () => {
  const user = await makeUser({ roles: [3], name: 'Nina' });
  const sounds = [
    { type: 'new_chat', sound: 'Magic Marimba', repeat: 2, volume: 55 },
    { type: 'new_message', sound: 'Happy Bells', repeat: 1, volume: 10 },
  ];
  await as(user).put('/e/enterprise/profile/audio', { enableChatNotification: false, audioSettings: { enable: false, sounds } });
  const picture = (await as(user).post('/e/drive/upload', ...(await pngUpload('nina.png')))).json().response;
  await as(user).put('/e/enterprise/users/update', { profilePic: picture.id });
  const { data } = (await as(user).get('/e/enterprise/users/me')).json();
  expect(data).toMatchObject({
    uId: user.userId,
    name: 'Nina',
    userName: user.email,
    emailId: user.email,
    roles: [3],
    permissions: expect.arrayContaining(['CHAT.HANDLE']),
    enablePushNotification: false,
    enableChatNotification: false,
    audioSettings: { enable: false, sounds },
    artifactsEnabled: true,
    twoFactAuthEnterpriseLevel: false,
    twoFactorAuthUserLevel: false,
  });
  expect((await stranger().get(data.profilePic)).headers['content-type']).toBe('image/png');
  // The requirement of the enterprise and the factor of the user are two fields, each spelled its own way.
  await contextOf(user).transaction((tx) =>
    tx.insertInto('enterpriseSecurity').values({ enterpriseId: user.enterpriseId, requireTwoFactor: true }).execute(),
  );
  expect((await as(user).get('/e/enterprise/users/me')).json().data).toMatchObject({
    twoFactAuthEnterpriseLevel: true,
    twoFactorAuthUserLevel: false,
  });
});

test('RBAC-005 RBAC-039 role 1 in the profile marks an administrator, 2 and 3 are the roles of the list', async () => {
  const namesOf = async (roles: number[]) => (await as(await makeUser({ roles })).get(users.me.path)).json().data.roleNames;
  expect(await namesOf([1])).toEqual(['Administrator']);
  expect(await namesOf([2, 3])).toEqual(['Development', 'Handle Chats']);
});

test('SHELL-053 SHELL-055 SHELL-056 SHELL-057 the profile is read and saved, as JSON and as a form', async () => {
  const user = await makeUser();
  expect((await as(user).put(users.updateMe.path, { name: '  Ada  ' })).json().data.name).toBe('Ada');
  const saved = await as(user).put(users.saveProfile.path, {
    profile: { phone: '+91 98200 12345', language: 'hi', timeZone: 'Asia/Kolkata' },
  });
  expect(saved.json().data).toMatchObject({ name: 'Ada', phone: '+91 98200 12345', language: 'hi', timeZone: 'Asia/Kolkata' });
  const form = new URLSearchParams({ profile: JSON.stringify({ name: 'Ada L.' }) }).toString();
  const fromForm = await as(user).put(users.saveProfile.path, form, { headers: { 'content-type': 'application/x-www-form-urlencoded' } });
  expect(fromForm.json().data.name).toBe('Ada L.');
  expect((await as(user).get(users.profile.path)).json().data).toMatchObject({
    name: 'Ada L.',
    phone: '+91 98200 12345',
    emailId: user.email,
  });
  const picture = (await as(user).post('/e/drive/upload', ...(await pngUpload('ada.png')))).json().response;
  const shown = (await as(user).put('/e/enterprise/users/update', { profilePic: picture.id })).json().data.profilePic;
  expect((await stranger().get(shown)).headers['content-type']).toBe('image/png');
  expect((await as(user).put(users.updateMe.path, { name: '   ' })).statusCode).toBe(400);
  expect((await as(user).put(users.updateMe.path, { timeZone: 'Mars/Base' })).statusCode).toBe(400);
});

test('fields that are not the profile’s are dropped', async () => {
  const user = await makeUser({ roles: [3] });
  await as(user).put(users.updateMe.path, {
    name: 'Ada',
    roles: [1],
    emailId: 'other@example.com',
    state: 2,
    enterpriseId: newId(),
  });
  expect((await as(user).get(users.me.path)).json().data).toMatchObject({ name: 'Ada', roles: [3], emailId: user.email });
});

test('the picture is an image of the own enterprise', async () => {
  const user = await makeUser();
  const foreigner = await makeUser();
  const upload = async (by: TestUser) => (await as(by).post(files.upload.path, ...(await pngUpload()))).json().response.id as string;
  const picture = await upload(user);
  const saved = await as(user).put(users.updateMe.path, { profilePic: picture });
  expect(saved.json().data.profilePic).toContain(`/e/enterprise/files/${picture}?x-access-id=`);
  expect((await stranger().get(saved.json().data.profilePic)).headers['content-type']).toBe('image/png');
  expect((await as(user).put(users.updateMe.path, { profilePic: await upload(foreigner) })).json().code).toBe('file.not_found');
  expect((await as(user).put(users.updateMe.path, { profilePic: '' })).json().data.profilePic).toBe('');
});

test('NOTIF-037 NOTIF-040 chat sounds are saved, their repeat count included', async () => {
  const user = await makeUser();
  const sounds = [{ type: 'new_chat', sound: 'Happy Bells', repeat: 2, volume: 80 }];
  const answer = await as(user).put('/e/enterprise/profile/audio', {
    enableChatNotification: false,
    audioSettings: { enable: true, sounds },
  });
  expect(answer.json().data).toEqual({ enableChatNotification: false, audioSettings: { enable: true, sounds } });
  expect((await as(user).get(users.me.path)).json().data).toMatchObject({
    enableChatNotification: false,
    audioSettings: { enable: true, sounds },
  });
  const repeat = async (count: number) => {
    const audioSettings = { enable: true, sounds: [{ ...sounds[0], repeat: count }] };
    const saved = await as(user).put('/e/enterprise/profile/audio', { enableChatNotification: true, audioSettings });
    return [saved.statusCode, (await as(user).get(users.me.path)).json().data.audioSettings.sounds[0].repeat];
  };
  expect([await repeat(20), await repeat(1), await repeat(0), await repeat(1.5)]).toEqual([
    [200, 20],
    [200, 1],
    [400, 1],
    [400, 1],
  ]);
});

test('users are listed by name, in pages, with what was typed looked for as it is', async () => {
  const enterprise = await makeEnterprise();
  const admin = await makeUser({ enterprise, name: 'Zoe' });
  for (const name of ['amy', 'Bob', '100%_sure', 'Carla']) await makeUser({ enterprise, roles: [3], name });
  const all = await list(admin);
  expect(all.users.map((user: { name: string }) => user.name)).toEqual(['100%_sure', 'amy', 'Bob', 'Carla', 'Zoe']);
  expect(all.more).toBe(false);
  const page = await list(admin, '?from=1&perPage=2');
  expect(page).toMatchObject({ users: [{ name: 'amy' }, { name: 'Bob' }], more: true });
  expect((await list(admin, '?perPage=-1')).users).toHaveLength(5);
  expect((await list(admin, `?name=${encodeURIComponent('0%_s')}`)).users).toHaveLength(1);
  expect((await list(admin, '?name=%25')).users).toHaveLength(1);
  expect((await list(admin, '?name=CARL')).users[0]).toMatchObject({ name: 'Carla', roles: [3], state: 1 });
  expect((await list(admin, '?state=2')).users).toEqual([]);
});

test('ADMIN-008 RBAC-028 roles and chat settings are changed, and the user is told', async () => {
  const admin = await makeUser();
  const agent = await makeUser({ enterprise: admin, roles: [3] });
  const answer = await give(admin, agent.userId, { roles: [3, 6], chat: { enabled: false, maxChats: 4 } });
  expect(answer.json().data).toMatchObject({ uId: agent.userId, roles: [3, 6] });
  expect((await as(agent).get(users.me.path)).json().data.roles).toEqual([3, 6]);
  const told = (await as(agent).get(notifications.list.path)).json().data.notifications;
  expect(told).toMatchObject([{ kind: 'role_changed', text: 'Your roles are now: Handle Chats, Report Viewer.' }]);
  const stored = await contextOf(admin).transaction((tx) =>
    tx
      .selectFrom('users')
      .select(['handlesChats', 'maxChats'])
      .where('enterpriseId', '=', admin.enterpriseId)
      .where('userId', '=', agent.userId)
      .executeTakeFirst(),
  );
  expect(stored).toEqual({ handlesChats: false, maxChats: 4 });
});

test('the last administrator cannot be removed, also when two go at the same moment', async () => {
  const enterprise = await makeEnterprise();
  const one = await makeUser({ enterprise });
  const refused = await give(one, one.userId, { roles: [3] });
  expect(refused.statusCode).toBe(409);
  expect(refused.json().code).toBe('user.last_administrator');
  const other = await makeUser({ enterprise });
  const answers = await Promise.all([give(one, one.userId, { roles: [3] }), give(other, other.userId, { roles: [3] })]);
  expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 409]);
});

test('a user without any role, or with one that does not exist, is refused', async () => {
  const admin = await makeUser();
  expect((await give(admin, admin.userId, { roles: [] })).statusCode).toBe(400);
  expect((await give(admin, admin.userId, { roles: [1, 777] })).json().code).toBe('role.not_found');
});

test('another enterprise’s user is not found, and is not listed', async () => {
  const [admin, foreigner] = [await makeUser(), await makeUser()];
  const answer = await give(admin, foreigner.userId, { roles: [3] });
  expect(answer.statusCode).toBe(404);
  expect(answer.json()).toMatchObject({ code: 'user.not_found', message: 'No such user.', data: {} });
  expect((await list(admin)).users.map(({ emailId }: { emailId: string }) => emailId)).toEqual([admin.email]);
});

test('the calls are closed to strangers and to those without the right', async () => {
  const viewer = await makeUser({ roles: [6] });
  for (const path of [users.me.path, users.profile.path, users.listUsers.path]) expect((await stranger().get(path)).statusCode).toBe(401);
  expect((await as(viewer).get(users.listUsers.path)).json().code).toBe('1403');
  expect((await give(viewer, viewer.userId, { roles: [1] })).json().code).toBe('1403');
});
