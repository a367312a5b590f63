import { endpoints, mostDevices, type NotificationWays } from '@parley/contract';
import { expect, test, vi } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { readPush, startPushService, subscribeBrowser, type TestBrowser, verifyVapid } from '../../../../test/push-service.ts';
import { type Notice, notify } from '../notification/notification.service.ts';

let skipped = 0;
const app = await startApp({ config: { privateHosts: ['127.0.0.1'] }, now: () => new Date(Date.now() + skipped) });
const service = await startPushService();
const { as, stranger, makeUser, makeSession, contextOf, deps, signIn } = app;
const { account, notifications, users } = endpoints;

let places = 0;
/** A browser of a user that takes pushes. */
async function browserOf(user: Pick<TestUser, 'token'>): Promise<TestBrowser & { path: string }> {
  places += 1;
  const path = `/browser-${places}`;
  const browser = service.subscribe(path);
  expect(await register(user, browser)).toMatchObject({ status: true });
  return { ...browser, path };
}
const register = async (user: Pick<TestUser, 'token'>, { subscription }: Pick<TestBrowser, 'subscription'>, more: object = {}) =>
  (await as(user).post(users.registerDevice.path, { token: JSON.stringify(subscription), ...more })).json();
const stopped: Notice = {
  kind: 'channel_error',
  code: 'channel.stopped',
  values: { channel: 'Secret shop', advice: 'Call Meera.' },
  link: '/admin/channels',
  cause: 'one',
};
const tell = (user: TestUser, notice: Notice = stopped) =>
  contextOf(user).transaction((tx) => notify(contextOf(user), tx, [user.userId], notice));
const untilPushed = (path: string, count = 1) =>
  vi.waitFor(
    () => {
      const pushes = service.to(path);
      if (pushes.length < count) throw new Error(`${pushes.length} pushes to ${path}, ${count} expected`);
      return pushes;
    },
    { interval: 20 },
  );
const devicesOf = (user: TestUser) =>
  contextOf(user).read((tx) => tx.selectFrom('pushDevices').select(['userId', 'token', 'deviceType', 'sessionId']).execute());
const waiting = (user: TestUser) =>
  contextOf(user).read((tx) => tx.selectFrom('pushMessages').select(['count', 'attempts', 'claimedUntil']).execute());
/** The browser of a colleague who is told after it: what is there by then would have come before. */
const nothingLeft = (user: TestUser) => vi.waitFor(async () => expect(await waiting(user)).toEqual([]), { interval: 20 });
const contentOf = (browser: TestBrowser, push: { body: Buffer }) => JSON.parse(readPush(push.body, browser).toString());

test('SHELL-091 SHELL-062 a push token is registered with device type 4, again without harm, and lies sealed', async () => {
  const user = await makeUser();
  expect((await as(user).get(users.me.path)).json().data.enablePushNotification).toBe(false);
  const browser = service.subscribe('/registered');
  for (let round = 0; round < 2; round += 1) expect(await register(user, browser, { deviceType: 4 })).toMatchObject({ status: true });
  const [device, ...more] = await devicesOf(user);
  expect(more).toEqual([]);
  expect(device).toMatchObject({ userId: user.userId, deviceType: 4, sessionId: user.sessionId });
  expect(device?.token).not.toContain('registered');
  expect(JSON.parse(deps.secrets.decrypt(device?.token ?? ''))).toEqual(browser.subscription);
  expect((await as(user).get(users.me.path)).json().data.enablePushNotification).toBe(true);
  expect((await as(user).get(notifications.pushKey.path)).json().data).toEqual({ publicKey: deps.pushKeys.publicKey, browsers: 1 });
});

test('SHELL-087 a token that is no subscription, or leads into the own network, is refused with words', async () => {
  const user = await makeUser();
  const inside = subscribeBrowser('https://10.0.0.1/push');
  const named = subscribeBrowser('https://localhost/push');
  for (const token of ['push-1', '{}', JSON.stringify(inside.subscription), JSON.stringify(named.subscription)]) {
    const answer = await as(user).post(users.registerDevice.path, { token });
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({
      status: false,
      code: 'push.subscription_invalid',
      message: 'This browser gave no address that notifications can be sent to. Try another browser.',
    });
  }
  expect((await as(user).post(users.registerDevice.path, { token: '{}', deviceType: 3 })).statusCode).toBe(400);
  expect((await stranger().post(users.registerDevice.path, { token: '{}' })).statusCode).toBe(401);
  expect(await devicesOf(user)).toEqual([]);
});

test('a push is signed by us, readable by its browser alone, and holds kind, count and path: no name', async () => {
  const user = await makeUser();
  const browser = await browserOf(user);
  await tell(user);
  const [push] = await untilPushed(browser.path);
  expect(verifyVapid(String(push?.headers.authorization))).toMatchObject({ aud: service.origin, key: deps.pushKeys.publicKey });
  expect(push?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'normal' });
  // A day, without the seconds since it was recorded.
  expect(86_400 - Number(push?.headers.ttl)).toBeOneOf(Array.from({ length: 60 }, (_, seconds) => seconds));
  expect(push?.headers.topic).toMatch(/^[\w-]{32}$/);
  const text = readPush((push as { body: Buffer }).body, browser).toString();
  expect(JSON.parse(text)).toEqual({ kind: 'channel_error', count: 1, path: '/admin/channels' });
  expect(() => readPush((push as { body: Buffer }).body, service.subscribe('/other'))).toThrow();
  await nothingLeft(user);
});

test('each browser of a user is told, and those of a colleague are not', async () => {
  const user = await makeUser();
  const colleague = await makeUser({ enterprise: user });
  const [one, other, theirs] = [await browserOf(user), await browserOf(user), await browserOf(colleague)];
  await tell(user);
  await untilPushed(one.path);
  await untilPushed(other.path);
  await tell(colleague, { ...stopped, cause: 'two' });
  expect(await untilPushed(theirs.path)).toHaveLength(1);
});

test('a kind with browsers switched off sends no push', async () => {
  const user = await makeUser();
  const browser = await browserOf(user);
  const ways: NotificationWays = { inApp: true, sound: false, mail: false, push: false };
  await as(user).put(notifications.savePreferences.path, { kinds: [{ kind: 'channel_error', ways }] });
  await tell(user);
  await tell(user, { kind: 'work_failed', code: 'job.parked', values: { job: 'x' }, cause: 'x' });
  expect((await untilPushed(browser.path)).map((push) => contentOf(browser, push).kind)).toEqual(['work_failed']);
});

test('repeats of one cause share a topic; what waits is counted instead of sent twice', async () => {
  const user = await makeUser();
  const browser = await browserOf(user);
  service.state.answer = () => ({ status: 503, headers: { 'retry-after': '600' } });
  await tell(user);
  await untilPushed(browser.path);
  await vi.waitFor(async () => expect(await waiting(user)).toEqual([{ count: 1, attempts: 1, claimedUntil: null }]));
  await tell(user);
  await tell(user);
  service.state.answer = () => ({ status: 201 });
  expect(service.to(browser.path)).toHaveLength(1);
  skipped += 601_000;
  const [first, second] = await untilPushed(browser.path, 2);
  expect(second?.headers.topic).toBe(first?.headers.topic);
  expect([first, second].map((push) => contentOf(browser, push as { body: Buffer }).count)).toEqual([1, 3]);
  await nothingLeft(user);
});

test('a notice that comes during a push of the same cause goes behind it', async () => {
  const user = await makeUser();
  const browser = await browserOf(user);
  service.state.answer = async () => {
    service.state.answer = () => ({ status: 201 });
    await tell(user);
    return { status: 201 };
  };
  await tell(user);
  expect((await untilPushed(browser.path, 2)).map((push) => contentOf(browser, push).count)).toEqual([1, 2]);
  await nothingLeft(user);
});

test('a push is given up after five attempts, and so is one that the service refuses; the browser stays', async () => {
  const user = await makeUser();
  const browser = await browserOf(user);
  service.state.answer = () => ({ status: 500 });
  await tell(user);
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    await untilPushed(browser.path, attempt);
    // The last attempt leaves nothing to try again.
    const left = attempt < 5 ? [null] : [];
    await vi.waitFor(async () => expect((await waiting(user)).map(({ claimedUntil }) => claimedUntil)).toEqual(left));
    skipped += 3_600_000;
  }
  await nothingLeft(user);
  service.state.answer = () => ({ status: 400 });
  await tell(user, { ...stopped, cause: 'refused' });
  await untilPushed(browser.path, 6);
  await nothingLeft(user);
  service.state.answer = () => ({ status: 201 });
  expect(await devicesOf(user)).toHaveLength(1);
});

test('a redirect is not followed', async () => {
  const user = await makeUser();
  const browser = await browserOf(user);
  const count = service.received.length;
  service.state.answer = () => ({ status: 307, headers: { location: `${service.origin}/elsewhere` } });
  await tell(user);
  await untilPushed(browser.path);
  await nothingLeft(user);
  service.state.answer = () => ({ status: 201 });
  expect(service.received.length).toBe(count + 1);
});

test.each([404, 410])('a browser of which the service says %i is forgotten', async (status) => {
  const user = await makeUser();
  await browserOf(user);
  service.state.answer = () => ({ status });
  await tell(user);
  await vi.waitFor(async () => expect(await devicesOf(user)).toEqual([]));
  service.state.answer = () => ({ status: 201 });
});

test('the browser of a session ends with it: signed out, ended elsewhere, or its user deactivated', async () => {
  const admin = await makeUser();
  const user = await makeUser({ enterprise: admin });
  await browserOf(user);
  await as(user).get(account.logout.path);
  expect(await devicesOf(user)).toEqual([]);

  const [here, there] = [await makeSession(user), await makeSession(user)];
  await browserOf(there);
  await as(here).delete(account.endSession.path.replace(':sessionId', there.sessionId));
  expect(await devicesOf(user)).toEqual([]);

  await browserOf(here);
  expect((await as(admin).delete(`/e/enterprise/users/${user.userId}?moveTo={}`)).statusCode).toBe(200);
  expect(await devicesOf(user)).toEqual([]);
});

test('a session that is over is told nothing, though nobody has ended it', async () => {
  const user = await makeUser();
  const [over, open] = [await makeSession(user), await makeSession(user)];
  const [silent, told] = [await browserOf(over), await browserOf(open)];
  await contextOf(user).transaction((tx) =>
    tx
      .updateTable('sessions')
      .set({ expiresAt: new Date(0) })
      .where('sessionId', '=', over.sessionId)
      .execute(),
  );
  await tell(user);
  await untilPushed(told.path);
  await nothingLeft(user);
  expect(service.to(silent.path)).toEqual([]);
});

test('a browser belongs to whoever signed in on it last, and one may be switched off', async () => {
  const user = await makeUser();
  const colleague = await makeUser({ enterprise: user });
  const browser = await browserOf(user);
  await register(colleague, browser);
  expect((await devicesOf(user)).map(({ userId }) => userId)).toEqual([colleague.userId]);
  const token = JSON.stringify(browser.subscription);
  await as(user).post(notifications.removeDevice.path, { token });
  expect(await devicesOf(user)).toHaveLength(1);
  await as(colleague).post(notifications.removeDevice.path, { token });
  expect(await devicesOf(user)).toEqual([]);
  expect((await as(user).post(notifications.removeDevice.path, { token: 'nothing' })).statusCode).toBe(200);
});

test(`the oldest of more than ${mostDevices} browsers goes`, async () => {
  const user = await makeUser();
  const first = await browserOf(user);
  for (let index = 1; index < mostDevices; index += 1) {
    skipped += 1000;
    await browserOf(user);
  }
  expect(await devicesOf(user)).toHaveLength(mostDevices);
  skipped += 1000;
  await browserOf(user);
  const left = (await devicesOf(user)).map(({ token }) => JSON.parse(deps.secrets.decrypt(token)).endpoint);
  expect(left).toHaveLength(mostDevices);
  expect(left).not.toContain(first.subscription.endpoint);
});

test('signing in anew ends the browser of the former session', async () => {
  const user = await makeUser();
  await browserOf(user);
  const answer = await signIn(user.email, 'Correct-horse-1', { removeExistingSession: true });
  expect(answer.json().data.token).toEqual(expect.any(String));
  expect(await devicesOf(user)).toEqual([]);
});

test('an installation that is started without pushes forgets its browsers, and nothing waits for them', async () => {
  const before = await startApp({ config: { privateHosts: ['127.0.0.1'] } });
  const user = await before.makeUser();
  const token = JSON.stringify(service.subscribe('/before').subscription);
  await before.as(user).post(users.registerDevice.path, { token });
  const kept = () => before.contextOf(user).read((tx) => tx.selectFrom('pushDevices').select('tokenHash').execute());
  expect(await kept()).toHaveLength(1);
  await startApp({ config: { databaseUrl: before.deps.config.databaseUrl, isPushOn: false } });
  expect(await kept()).toEqual([]);
});

test('an installation without pushes offers no key and takes no browser', async () => {
  const quiet = await startApp({ config: { isPushOn: false, privateHosts: ['127.0.0.1'] } });
  const user = await quiet.makeUser();
  expect((await quiet.as(user).get(notifications.pushKey.path)).json().data).toEqual({ publicKey: '', browsers: 0 });
  const token = JSON.stringify(service.subscribe('/off').subscription);
  expect((await quiet.as(user).post(users.registerDevice.path, { token })).json()).toMatchObject({ status: false, code: 'push.off' });
});
