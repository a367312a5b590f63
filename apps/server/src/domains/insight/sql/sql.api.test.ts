import { endpoints } from '@parley/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { callsOfSql, inUse, openSession, openSuperuser, sqlAddress } from '../../../../test/sql-login.ts';
import { changed, createTrail } from '../../../../test/trail.ts';
import { lookAtSql } from './sql.watch.ts';

const app = await startApp({ config: { sqlAddress } });
const calls = callsOfSql(app);
const { newest } = createTrail(app);
let admin: TestUser;
beforeAll(async () => {
  admin = await app.makeUser();
});

const refusalOf = (opening: Promise<unknown>) =>
  opening.then(
    () => 'let in',
    (error: { code?: string }) => error.code,
  );

describe('reading by SQL', () => {
  test('is off at first, then on with a password that is told once', async () => {
    const user = await app.makeUser();
    expect((await calls.get(user)).data).toMatchObject({ obstacle: null, remedy: '', logins: [], host: 'figures.example.com', port: 6432 });
    const { data } = await calls.on(user);
    expect(data.logins).toEqual([
      { login: expect.stringMatching(/^parley_r_[a-z0-9]{12}$/), createdOn: expect.any(String), createdBy: user.name, validUntil: null },
    ]);
    expect(data.password).toMatch(/^[0-9A-Za-z]{40}$/);
    expect(JSON.stringify(await calls.get(user))).not.toContain(data.password);
    expect(await calls.on(user)).toMatchObject({ code: 'sql.is_on' });
    const session = await openSession(inUse(data));
    expect((await session.query('select count(*)::int as count from agents')).rows).toEqual([{ count: 1 }]);
    expect((await session.query('select name from agents')).rows).toEqual([{ name: user.name }]);
    await session.end();
    const entry = await newest(user, 'kind=reporting_login');
    expect([entry.action, changed(entry).login]).toEqual(['create', [null, data.logins[0]?.login]]);
    expect(JSON.stringify(entry)).not.toContain(data.password);
    await calls.off(user);
  });

  test('gets a new login and password; the former login works for a day more, the one before it no longer', async () => {
    const user = await app.makeUser();
    const first = (await calls.on(user)).data;
    const second = (await calls.renew(user)).data;
    expect(second.logins.map(({ validUntil }) => validUntil)).toEqual([null, expect.any(String)]);
    const hours = (Date.parse(second.logins[1]?.validUntil ?? '') - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(23.9);
    expect(hours).toBeLessThan(24.1);
    for (const made of [first, second]) await (await openSession(inUse(made))).end();
    const third = (await calls.renew(user)).data;
    expect(third.logins).toHaveLength(2);
    expect(await refusalOf(openSession(inUse(first)))).toBe('28P01');
    await (await openSession(inUse(second))).end();
    expect((await newest(user, 'kind=reporting_login')).action).toBe('change_password');
    await calls.off(user);
  });

  test('ends when the day of a former login is over: its session sees nothing, and the watch takes the role away', async () => {
    const user = await app.makeUser();
    const first = (await calls.on(user)).data;
    const session = await openSession(inUse(first));
    await calls.renew(user);
    const login = first.logins[0]?.login ?? '';
    await app.contextOf(user).transaction((tx) =>
      tx
        .updateTable('reportingLogins')
        .set({ validUntil: new Date(Date.now() - 1000) })
        .where('enterpriseId', '=', user.enterpriseId)
        .where('login', '=', login)
        .execute(),
    );
    const seen = await session.query('select * from agents').then(
      ({ rows }) => rows,
      () => [],
    );
    expect(seen).toEqual([]);
    await lookAtSql(app.deps, 30_000);
    expect((await calls.get(user)).data.logins).toHaveLength(1);
    expect(await refusalOf(openSession(inUse(first)))).toBe('28P01');
    await session.end().catch(() => {});
    await calls.off(user);
  });

  test('is switched off: sessions end at once, and nobody comes in', async () => {
    const user = await app.makeUser();
    const { data } = await calls.on(user);
    const session = await openSession(inUse(data));
    const ended = new Promise((resolve) => session.once('end', () => resolve('ended')));
    expect((await calls.off(user)).data.logins).toEqual([]);
    expect(await ended).toBe('ended');
    expect(await refusalOf(openSession(inUse(data)))).toBe('28P01');
    expect(await calls.off(user)).toMatchObject({ code: 'sql.is_off' });
    expect(await calls.renew(user)).toMatchObject({ code: 'sql.is_off' });
    expect((await newest(user, 'kind=reporting_login')).action).toBe('delete');
  });

  test('two who switch on at one moment make one login', async () => {
    const user = await app.makeUser();
    const codes = (await Promise.all([calls.on(user), calls.on(user)])).map(({ code }) => code);
    expect(codes.filter((code) => code === 'sql.is_on')).toHaveLength(1);
    await calls.off(user);
  });

  test('keeps the key of its customers when it is switched off and on', async () => {
    const user = await app.makeUser();
    const { data } = await calls.on(user);
    const key = () =>
      app
        .contextOf(user)
        .read((tx) =>
          tx.selectFrom('reportingKeys').select('secret').where('enterpriseId', '=', user.enterpriseId).executeTakeFirstOrThrow(),
        );
    const before = await key();
    await calls.off(user);
    await calls.on(user);
    expect(await key()).toEqual(before);
    expect(data.database).not.toBe('');
    await calls.off(user);
  });

  test('is for those who may change the enterprise, and another enterprise knows nothing of it', async () => {
    const handler = await app.makeUser({ enterprise: admin, roles: [3] });
    for (const call of [calls.get, calls.on, calls.renew, calls.off, calls.log])
      expect(await call(handler)).toMatchObject({ code: '1403' });
    await calls.on(admin);
    const other = await app.makeUser();
    expect((await calls.get(other)).data.logins).toEqual([]);
    expect(await calls.off(other)).toMatchObject({ code: 'sql.is_off' });
    await calls.off(admin);
    expect((await app.stranger().get(endpoints.sql.get.path)).json()).toMatchObject({ code: 'login_required' });
  });

  test('asks for a fresh proof before it makes a password', async () => {
    const user = await app.makeUser();
    await app.contextOf(user).transaction((tx) =>
      tx
        .updateTable('sessions')
        .set({ provedAt: null, createdAt: new Date(0) } as never)
        .where('enterpriseId', '=', user.enterpriseId)
        .execute(),
    );
    const { token } = user;
    await expect.poll(async () => (await calls.on({ ...user, token })).code).toBe('proof.needed');
  });
});

describe('an installation that lacks something', () => {
  test('says so where it has no address of its server, and makes no login', async () => {
    const bare = await startApp();
    const user = await bare.makeUser();
    const own = callsOfSql(bare);
    expect((await own.get(user)).data).toMatchObject({ obstacle: 'address', remedy: 'SQL_ADDRESS=<host>:<port>', host: '' });
    expect(await own.on(user)).toMatchObject({ code: 'sql.not_possible', data: { reason: 'address' } });
  });

  test('says what the operator runs where it has no views', async () => {
    const own = await startApp({ config: { sqlAddress } });
    const user = await own.makeUser();
    const {
      rows: [{ name } = { name: '' }],
    } = await sql<{ name: string }>`select current_database() as name`.execute(own.deps.db);
    const superuser = await openSuperuser(name);
    await superuser.query('drop schema reporting cascade');
    await superuser.end();
    expect((await callsOfSql(own).get(user)).data).toMatchObject({
      obstacle: 'views',
      remedy: expect.stringContaining('create role parley_reporting nologin;'),
    });
  });
});

describe('the log', () => {
  test('keeps statements without their literals, page by page, and no other enterprise sees them', async () => {
    const user = await app.makeUser();
    const { data } = await calls.on(user);
    const session = await openSession({ ...inUse(data), application_name: 'Metabase' });
    await session.query("select name from agents where name <> 'Asha, +919820000001' and 4711 > 1");
    await lookAtSql(app.deps, 30_000);
    await session.query('select count(*) from chats');
    await lookAtSql(app.deps, 30_000);
    await lookAtSql(app.deps, 30_000);
    const { statements, more } = (await calls.log(user)).data;
    expect(
      statements.map(({ statement, outcome, application, login }: Record<string, string>) => [statement, outcome, application, login]),
    ).toEqual([
      ['select count(*) from chats', 'ended', 'Metabase', data.logins[0]?.login],
      ['select name from agents where name <> ? and ? > ?', 'ended', 'Metabase', data.logins[0]?.login],
    ]);
    expect(more).toBe(false);
    const [newestId] = statements.map(({ id }: { id: string }) => id);
    expect((await calls.log(user, `?after=${newestId}`)).data.statements).toHaveLength(1);
    expect((await calls.log(user, '?perPage=1')).data).toMatchObject({ more: true });
    expect((await calls.log(admin)).data.statements).toEqual([]);
    await session.end();
    await calls.off(user);
  });

  test('forgets statements after 30 days', async () => {
    const user = await app.makeUser();
    const insert = (id: string, days: number) =>
      app.contextOf(user).transaction((tx) =>
        sql`insert into sql_statements values (${user.enterpriseId}, ${id}, 'parley_r_aaaaaaaaaaaa', now() - make_interval(days => ${days}), ${id}, '', '',
          'select ?', 1, 'ended')`.execute(tx),
      );
    await insert('01900000-0000-7000-8000-000000000001', 31);
    await insert('01900000-0000-7000-8000-000000000002', 29);
    await sql`select tend_reporting()`.execute(app.deps.db);
    expect((await calls.log(user)).data.statements.map(({ id }: { id: string }) => id)).toEqual(['01900000-0000-7000-8000-000000000002']);
  });
});
