import { once } from 'node:events';
import { endpoints } from '@parley/contract';
import { expect, onTestFinished, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { startApp } from '../../../../test/app.ts';
import { testPassword } from '../../../../test/factories.ts';
import { openAgent } from '../../../../test/sockets.ts';
import { deleteEndedRows } from './identity.repository.ts';
import { limits } from './identity.rules.ts';

const { as, stranger, makeUser, makeSession, contextOf, url, deps } = await startApp();
const { account, users } = endpoints;
const pathOf = (sessionId: string) => account.endSession.path.replace(':sessionId', sessionId);

test('SHELL-094 the own sessions are listed with device and address', async () => {
  const user = await makeUser();
  const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0';
  const from = { remoteAddress: '203.0.113.7', headers: { 'user-agent': firefox } };
  const form = { email: user.email, password: testPassword, removeExistingSession: true };
  const entered = (await stranger().post(account.login.path, form, from)).json().data;
  const other = await makeSession(user);
  const { sessions } = (await as(entered).get(account.listSessions.path)).json().data;
  const own = { device: 'Firefox on Windows', address: '203.0.113.7', isCurrent: true };
  expect(sessions).toHaveLength(2);
  expect(sessions).toEqual(
    expect.arrayContaining([expect.objectContaining(own), expect.objectContaining({ id: other.sessionId, isCurrent: false })]),
  );
});

test('an ended session is over on its next call', async () => {
  const user = await makeUser();
  const other = await makeSession(user);
  expect((await as(user).delete(pathOf(other.sessionId))).statusCode).toBe(200);
  expect((await as(other).get(users.me.path)).statusCode).toBe(401);
  expect((await as(user).delete(pathOf(other.sessionId))).json().code).toBe('session.not_found');
});

test('a session of a colleague or of another enterprise is not found', async () => {
  const user = await makeUser();
  const colleague = await makeUser({ enterprise: user });
  const foreigner = await makeUser();
  for (const sessionId of [colleague.sessionId, foreigner.sessionId, newId()]) {
    expect((await as(user).delete(pathOf(sessionId))).json()).toMatchObject({ code: 'session.not_found', message: 'No such session.' });
  }
  expect((await as(colleague).get(users.me.path)).statusCode).toBe(200);
});

test('sessions are nobody else’s business', async () => {
  expect((await stranger().get(account.listSessions.path)).statusCode).toBe(401);
  expect((await stranger().delete(pathOf(newId()))).statusCode).toBe(401);
});

test('a session that is over opens nothing', async () => {
  const user = await makeUser();
  await contextOf(user).transaction((tx) =>
    tx
      .updateTable('sessions')
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where('enterpriseId', '=', user.enterpriseId)
      .execute(),
  );
  expect((await as(user).get(users.me.path)).statusCode).toBe(401);
});

test('a deactivated user is out on the next call', async () => {
  const user = await makeUser();
  await contextOf(user).transaction((tx) =>
    tx.updateTable('users').set({ state: 2 }).where('enterpriseId', '=', user.enterpriseId).execute(),
  );
  expect((await as(user).get(users.me.path)).statusCode).toBe(401);
});

test('AUTH-081 signing out closes the sockets of the session, and leaves those of another one open', async () => {
  const user = await makeUser();
  const other = await makeSession(user);
  const [mine, theirs] = [await openAgent(url, user.token), await openAgent(url, other.token)];
  onTestFinished(() => {
    mine.close();
    theirs.close();
  });
  const closed = once(mine.talker.socket, 'close');
  expect((await as(user).get(account.logout.path)).statusCode).toBe(200);
  expect((await closed)[0]).toBe(4001);
  expect(theirs.talker.socket.readyState).toBe(1);
});

test('RT-007 the sockets of an ended session are closed with 4001', async () => {
  const user = await makeUser();
  const other = await makeSession(user);
  const [mine, theirs] = [await openAgent(url, user.token), await openAgent(url, other.token)];
  onTestFinished(() => {
    mine.close();
    theirs.close();
  });
  const closed = once(theirs.talker.socket, 'close');
  await as(user).delete(pathOf(other.sessionId));
  expect((await closed)[0]).toBe(4001);
  expect(mine.talker.socket.readyState).toBe(1);
});

test('sessions that ended are removed a day later, open ones stay', async () => {
  const user = await makeUser();
  const left = () =>
    contextOf(user).transaction((tx) =>
      tx.selectFrom('sessions').select('sessionId').where('enterpriseId', '=', user.enterpriseId).execute(),
    );
  await deleteEndedRows(deps.db, new Date());
  expect(await left()).toHaveLength(1);
  await deleteEndedRows(deps.db, new Date(Date.now() + limits.sessionMs + 26 * 3_600_000));
  expect(await left()).toEqual([]);
});
