import { endpoints } from '@parley/contract';
import { sql } from 'kysely';
import { expect, inject, test, vi } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import { cloneDatabase } from '../../../../test/database.ts';
import type { Deps } from '../../../deps.ts';

const { account, users } = endpoints;

/** Two programs on one database: what one changes, the other has to notice. */
async function startTwo() {
  const database = await cloneDatabase(inject('testServerUrl'), inject('templateName'));
  const config = { databaseUrl: database.url };
  return [await startApp({ config }), await startApp({ config })] as const;
}

/** The same object twice: not read anew. Each connection hears of the user's own making at a moment of its own. */
const remembered = (deps: Deps, token: string) =>
  vi.waitFor(async () => {
    const actor = await deps.authenticate(token, '203.0.113.9');
    expect(await deps.authenticate(token, '203.0.113.9')).toBe(actor);
    return actor;
  });

test('a remembered caller is asked for no more, and forgotten by the process that ends the session before it answers', async () => {
  const { deps, as, makeUser, makeSession } = await startApp();
  const user = await makeUser();
  const other = await makeSession(user);
  expect((await as(other).get(users.me.path)).statusCode).toBe(200);
  await remembered(deps, other.token);
  for (let round = 0; round < 20; round += 1) {
    const session = await makeSession(user);
    expect((await as(session).get(users.me.path)).statusCode).toBe(200);
    expect((await as(user).delete(account.endSession.path.replace(':sessionId', session.sessionId))).statusCode).toBe(200);
    expect((await as(session).get(users.me.path)).statusCode).toBe(401);
  }
});

test('another process forgets an ended session, a deactivated user and a changed role', async () => {
  const [here, there] = await startTwo();
  const administrator = await here.makeUser();
  const colleague = await here.makeUser({ enterprise: administrator, roles: [1] });
  const session = await here.makeSession(administrator);
  const status = async (token: string, path: string) => (await there.as({ token }).get(path)).statusCode;

  expect(await status(session.token, users.me.path)).toBe(200);
  await here.as(administrator).delete(account.endSession.path.replace(':sessionId', session.sessionId));
  await vi.waitFor(async () => expect(await status(session.token, users.me.path)).toBe(401));

  const rolesOf = async (token: string) => (await there.deps.authenticate(token, '203.0.113.9'))?.roles;
  expect(await rolesOf(colleague.token)).toEqual([1]);
  await here.contextOf(administrator).transaction(async (tx) => {
    await tx
      .deleteFrom('userRoles')
      .where('enterpriseId', '=', administrator.enterpriseId)
      .where('userId', '=', colleague.userId)
      .execute();
    await tx.insertInto('userRoles').values({ enterpriseId: administrator.enterpriseId, userId: colleague.userId, roleCode: 3 }).execute();
  });
  await vi.waitFor(async () => expect(await rolesOf(colleague.token)).toEqual([3]));

  await here
    .contextOf(administrator)
    .transaction((tx) =>
      tx
        .updateTable('users')
        .set({ state: 2 })
        .where('enterpriseId', '=', administrator.enterpriseId)
        .where('userId', '=', colleague.userId)
        .execute(),
    );
  await vi.waitFor(async () => expect(await status(colleague.token, users.me.path)).toBe(401));
});

test('a lost database connection empties the memory, since a notice may have been lost with it', async () => {
  const { deps, makeUser } = await startApp();
  const user = await makeUser();
  const first = await remembered(deps, user.token);
  const removed = new Promise((resolve) => deps.pool.once('remove', resolve));
  const client = await deps.pool.connect();
  client.release(true);
  await removed;
  const again = await deps.authenticate(user.token, '203.0.113.9');
  expect(again).toEqual(first);
  expect(again).not.toBe(first);
});

test('a question of one enterprise sees no other, and writes nothing', async () => {
  const { contextOf, makeUser } = await startApp();
  const user = await makeUser();
  const foreigner = await makeUser();
  const seen = await contextOf(user).read((tx) => tx.selectFrom('users').select('userId').execute());
  expect(seen).toEqual([{ userId: user.userId }]);
  const [mine, theirs] = await Promise.all(
    [user, foreigner].map((owner) =>
      contextOf(owner).read(async (tx) => (await sql<{ id: string }>`select current_enterprise_id() as id`.execute(tx)).rows[0]?.id),
    ),
  );
  expect([mine, theirs]).toEqual([user.enterpriseId, foreigner.enterpriseId]);
  await expect(
    contextOf(user).read((tx) => sql`update users set name = 'Changed' where user_id = ${user.userId}`.execute(tx)),
  ).rejects.toMatchObject({ code: '25006' });
  await expect(contextOf(user).read((tx) => sql`select 1 / 0`.execute(tx))).rejects.toMatchObject({ code: '22012' });
  expect(await contextOf(user).read((tx) => tx.selectFrom('users').select('name').execute())).toEqual([{ name: user.name }]);
});
