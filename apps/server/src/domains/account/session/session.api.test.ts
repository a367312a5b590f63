import { once } from 'node:events';
import { endpoints } from '@parley/contract';
import { expect, onTestFinished, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { startApp } from '../../../../test/app.ts';
import { openAgent } from '../../../../test/sockets.ts';
import { deleteEndedRows } from './identity.repository.ts';
import { limits } from './identity.rules.ts';

const { as, stranger, makeUser, makeSession, contextOf, url, deps } = await startApp();
const { account, users } = endpoints;
const pathOf = (sessionId: string) => account.endSession.path.replace(':sessionId', sessionId);

test('SHELL-094 the own sessions are listed with device and address', async () => {
  const user = await makeUser();
  const other = await makeSession(user);
  const { sessions } = (await as(user).get(account.listSessions.path)).json().data;
  const isCurrent = Object.fromEntries(sessions.map((session: { id: string; isCurrent: boolean }) => [session.id, session.isCurrent]));
  expect(isCurrent).toEqual({ [user.sessionId]: true, [other.sessionId]: false });
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

test('RT-007 AUTH-081 the sockets of an ended session are closed with 4001', async () => {
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
