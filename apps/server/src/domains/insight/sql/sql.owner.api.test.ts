import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import { databaseUrl } from '../../../../test/database.ts';
import { callsOfSql, inUse, openSession, sqlAddress } from '../../../../test/sql-login.ts';
import { lookAtSql } from './sql.watch.ts';

type Wanted = { rights: string; isGranted: boolean };

/** A database whose owner, the login of DATABASE_URL, is no superuser. */
async function makeOwned({ rights, isGranted }: Wanted): Promise<string> {
  const name = `parley_owned_${randomBytes(6).toString('hex')}`;
  const server = inject('testServerUrl');
  const superuser = new pg.Client({ connectionString: server });
  await superuser.connect();
  await superuser.query(`create role ${name} login password 'owner' ${rights}`);
  await superuser.query(`grant parley_app to ${name}`);
  if (isGranted) await superuser.query(`grant parley_reporting to ${name}`);
  await superuser.query(`create database ${name} owner ${name}`);
  onTestFinished(async () => {
    await superuser.query(`drop database if exists ${name} with (force)`);
    await superuser.query(`drop owned by ${name} cascade`);
    await superuser.query(`drop role ${name}`);
    await superuser.end();
  });
  const url = new URL(databaseUrl(server, name));
  url.username = name;
  url.password = 'owner';
  return url.href;
}

test('a login of the program that may make roles and is no superuser makes logins, watches them and takes them away', async () => {
  const databaseUrlOfOwner = await makeOwned({ rights: 'createrole', isGranted: true });
  const app = await startApp({ config: { sqlAddress, databaseUrl: databaseUrlOfOwner } });
  const calls = callsOfSql(app);
  const [user, other] = [await app.makeUser(), await app.makeUser()];
  const made = (await calls.on(user)).data;
  await calls.on(other);
  const session = await openSession(inUse(made));
  expect((await session.query('select name from agents')).rows).toEqual([{ name: user.name }]);
  await expect(session.query('select * from public.users')).rejects.toMatchObject({ code: '42501' });
  const ended = new Promise((resolve) => session.once('end', () => resolve('ended')));
  await session.query('set statement_timeout = 0');
  // Everybody may take locks of the program where no superuser has taken that away: the watch ends such a session.
  await session.query('select pg_advisory_lock(5070001)');
  await lookAtSql(app.deps, 30_000);
  expect(await ended).toBe('ended');
  const again = (await calls.renew(user)).data;
  expect(again.logins).toHaveLength(2);
  await (await openSession(inUse(again))).end();
  for (const one of [user, other]) expect((await calls.off(one)).data.logins).toEqual([]);
});

test('a login of the program that may make no roles starts without the views, and the screen says what helps', async () => {
  const app = await startApp({ config: { sqlAddress, databaseUrl: await makeOwned({ rights: '', isGranted: false }) } });
  const calls = callsOfSql(app);
  const user = await app.makeUser();
  expect((await calls.get(user)).data).toMatchObject({
    obstacle: 'roles',
    remedy: expect.stringMatching(/^alter role "parley_owned_\w+" createrole;$/),
  });
  expect(await calls.on(user)).toMatchObject({ code: 'sql.not_possible', data: { reason: 'roles' } });
});
