import { endpoints, type NotificationPreferences, type NotificationWays, noticeKindNames } from '@parley/contract';
import { expect, test } from 'vitest';
import { sharedApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { type Notice, notify } from '../notification/notification.service.ts';
import { sendDueMails } from './notice-mail.service.ts';

const app = await sharedApp();
const { as, stranger, makeUser, contextOf, deps, waitForMails } = app;
const { notifications } = endpoints;

const off: NotificationWays = { inApp: false, sound: false, mail: false, push: false };
const read = async (user: TestUser): Promise<NotificationPreferences> => (await as(user).get(notifications.preferences.path)).json().data;
const save = async (user: TestUser, body: object) => (await as(user).put(notifications.savePreferences.path, body)).json();
const list = async (user: TestUser, query = '') => (await as(user).get(`${notifications.list.path}${query}`)).json().data;
const waysOf = async (user: TestUser, kind: string) => (await read(user)).kinds.find((row) => row.kind === kind)?.ways;

const stopped: Notice = {
  kind: 'channel_error',
  code: 'channel.stopped',
  values: { channel: 'Shop', advice: 'Renew the token.' },
  cause: 'c',
};
const trained: Notice = { kind: 'training_done', code: 'training.done', values: { bot: 'Asha' }, link: '/bots/1/training', cause: 'b' };
const tell = (user: TestUser, notice: Notice) => contextOf(user).transaction((tx) => notify(contextOf(user), tx, [user.userId], notice));

function listen(user: TestUser) {
  const heard: { type: string; data: unknown }[] = [];
  const leave = deps.hub.join({
    topics: new Set([`user:${user.userId}` as const]),
    send: (message) => heard.push(message),
    close: () => {},
  });
  return { heard, leave };
}

test('SHELL-041 a user who has saved nothing has the defaults, of the kinds that they can get', async () => {
  const admin = await makeUser();
  const { digestHour, kinds } = await read(admin);
  expect(digestHour).toBeNull();
  expect(kinds.map(({ kind }) => kind)).toEqual(noticeKindNames);
  expect(kinds.filter(({ isRequired }) => isRequired).map(({ kind }) => kind)).toEqual(['channel_error', 'low_balance']);
  expect(kinds.find(({ kind }) => kind === 'channel_error')?.ways).toEqual({ inApp: true, sound: true, mail: true, push: true });
  const agent = await makeUser({ enterprise: admin, roles: [3] });
  expect((await read(agent)).kinds.map(({ kind }) => kind)).toEqual([
    'chat_offered',
    'chat_message',
    'chat_waiting',
    'chat_later',
    'chat_mention',
    'chat_clock',
    'chat_rule',
    'work_moved',
    'template_status',
    'broadcast_done',
    'run_paused',
    'import_done',
    'import_failed',
    'export_ready',
    'export_failed',
    'bulk_failed',
    'role_changed',
    'new_sign_in',
    'second_factor',
  ]);
});

test('a choice is kept for its kind alone, and is nobody else’s', async () => {
  const admin = await makeUser();
  const colleague = await makeUser({ enterprise: admin });
  const before = await read(admin);
  const ways = { inApp: true, sound: true, mail: true, push: false };
  const saved = await save(admin, { kinds: [{ kind: 'import_done', ways }] });
  expect(saved).toMatchObject({ status: true, message: 'Your notification settings are saved.' });
  expect(saved.data).toEqual(await read(admin));
  expect(saved.data.kinds).toEqual(before.kinds.map((row) => (row.kind === 'import_done' ? { ...row, ways } : row)));
  expect(await read(colleague)).toEqual(before);
  await save(admin, { digestHour: 9 });
  expect(await read(admin)).toEqual({ ...saved.data, digestHour: 9 });
  await save(admin, { digestHour: null });
  expect((await read(admin)).digestHour).toBeNull();
});

test('a user responsible for channels cannot switch all ways off, and a sound alone is no way', async () => {
  const admin = await makeUser();
  for (const ways of [off, { ...off, sound: true }]) {
    const answer = await as(admin).put(notifications.savePreferences.path, {
      kinds: [
        { kind: 'import_done', ways: off },
        { kind: 'channel_error', ways },
      ],
    });
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'notification.one_way_needed']);
  }
  // Nothing of a refused save is kept.
  expect(await waysOf(admin, 'import_done')).toMatchObject({ inApp: true });
  for (const way of ['inApp', 'mail', 'push']) {
    await save(admin, { kinds: [{ kind: 'channel_error', ways: { ...off, [way]: true } }] });
    expect(await waysOf(admin, 'channel_error')).toEqual({ ...off, [way]: true });
  }
});

test('a kind that one does not get is not offered and cannot be chosen', async () => {
  const admin = await makeUser();
  const agent = await makeUser({ enterprise: admin, roles: [3] });
  const refused = await as(agent).put(notifications.savePreferences.path, { kinds: [{ kind: 'channel_error', ways: off }] });
  expect([refused.statusCode, refused.json().code]).toEqual([422, 'notification.not_offered']);
  const unknown = await as(agent).put(notifications.savePreferences.path, { kinds: [{ kind: 'no_such_kind', ways: off }] });
  expect(unknown.statusCode).toBe(400);
});

test('a list that is off holds nothing and tells no console; one that is on tells whether it sounds', async () => {
  const user = await makeUser();
  const { heard, leave } = listen(user);
  await tell(user, trained);
  await save(user, { kinds: [{ kind: 'training_done', ways: { ...off, inApp: true, sound: true } }] });
  await tell(user, { ...trained, cause: 'second' });
  await save(user, { kinds: [{ kind: 'training_done', ways: { ...off, sound: true } }] });
  await tell(user, { ...trained, cause: 'third' });
  leave();
  expect(heard.map(({ data }) => (data as { hasSound: boolean }).hasSound)).toEqual([false, true]);
  expect((await list(user)).notifications).toHaveLength(2);
});

test('a responsible whose only way is a browser that is not there is told by the list', async () => {
  const user = await makeUser();
  await save(user, { kinds: [{ kind: 'channel_error', ways: { ...off, push: true } }] });
  await tell(user, stopped);
  expect((await list(user)).notifications).toMatchObject([{ kind: 'channel_error' }]);
  // Nobody is responsible for a training: who wants it by browsers alone gets it by them, or not.
  await save(user, { kinds: [{ kind: 'training_done', ways: { ...off, push: true } }] });
  await tell(user, trained);
  expect((await list(user)).notifications).toHaveLength(1);
});

test('the list is filtered by kind, and what leads to an address is marked as read by it', async () => {
  const user = await makeUser();
  await tell(user, trained);
  await tell(user, { ...trained, link: '/bots/2/training', cause: 'other' });
  await tell(user, stopped);
  expect((await list(user, '?kind=channel_error')).notifications).toMatchObject([{ kind: 'channel_error' }]);
  expect((await list(user, '?kind=role_changed')).notifications).toEqual([]);
  const marked = await as(user).put(notifications.markRead.path, { link: '/bots/1/training' });
  expect(marked.json().data).toEqual({ unreadCount: 2 });
  expect((await list(user, '?unreadOnly=true')).notifications.map((row: { link: string }) => row.link).sort()).toEqual([
    '',
    '/bots/2/training',
  ]);
  await tell(user, { ...trained, link: '/details/myprofile#notifications', cause: 'place' });
  expect((await as(user).put(notifications.markRead.path, { link: '/details/myprofile' })).json().data).toEqual({ unreadCount: 2 });
  expect((await as(user).put(notifications.markRead.path, { link: '/nowhere' })).json().data).toEqual({ unreadCount: 2 });
  expect((await as(user).put(notifications.markRead.path, {})).json().data).toEqual({ unreadCount: 0 });
});

test('a test goes by each way that is on for some kind, and by no other', async () => {
  const user = await makeUser();
  const { heard, leave } = listen(user);
  const first = await as(user).post(notifications.sendTest.path, {});
  expect(first.json().data).toEqual({ ways: { inApp: true, sound: true, mail: true }, browsers: 0 });
  expect((await list(user)).notifications).toMatchObject([{ kind: 'test', title: 'This is a test' }]);
  expect(heard).toMatchObject([{ data: { hasSound: true } }]);
  await sendDueMails(deps);
  const [mail] = await waitForMails(user.email);
  expect(mail?.subject).toBe('Parley: This is a test');
  const { kinds } = await read(user);
  const silent = kinds.map(({ kind, isRequired }) => ({ kind, ways: { ...off, inApp: isRequired } }));
  await save(user, { kinds: silent });
  expect((await as(user).post(notifications.sendTest.path, {})).json().data).toEqual({
    ways: { inApp: true, sound: false, mail: false },
    browsers: 0,
  });
  leave();
  expect(heard.at(-1)).toMatchObject({ data: { hasSound: false } });
  await sendDueMails(deps);
  expect(await waitForMails(user.email)).toHaveLength(1);
});

test('the calls need a session', async () => {
  for (const { path } of [notifications.preferences, notifications.pushKey]) expect((await stranger().get(path)).statusCode).toBe(401);
  expect((await stranger().put(notifications.savePreferences.path, {})).statusCode).toBe(401);
  for (const { path } of [notifications.sendTest, notifications.removeDevice])
    expect((await stranger().post(path, {})).statusCode).toBe(401);
});
