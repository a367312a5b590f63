import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { fillEnterprise } from '../../../../test/filled-enterprise.ts';
import { type Hostile, listHostile } from '../../../../test/hostile-statements.ts';
import { fillFacts } from '../../../../test/sql-facts.ts';
import { callsOfSql, inUse, openSession, openSuperuser, sqlAddress } from '../../../../test/sql-login.ts';
import { lookAtSql } from './sql.watch.ts';

const app = await startApp({ config: { sqlAddress } });
const calls = callsOfSql(app);
/** A statement of the tests may take a thirtieth of what one of a customer may; those that are refused end much sooner on a busy machine too. */
const mostMs = 1000;

type World = { owner: TestUser; login: string; connection: pg.ClientConfig; own: string[] };
const worlds: World[] = [];
let superuser: pg.Client;

/** Every id of an enterprise, and its marker. */
async function wordsOf({ enterpriseId }: TestUser, marker: string): Promise<string[]> {
  const { rows: columns } = await superuser.query<{ tableName: string; columnName: string }>(`
    select c.relname as "tableName", a.attname as "columnName" from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and a.atttypid = 'uuid'::regtype
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and exists (select from pg_attribute e where e.attrelid = c.oid and e.attname = 'enterprise_id')`);
  const ids = new Set<string>([marker]);
  for (const { tableName, columnName } of columns) {
    const { rows } = await superuser.query<{ id: string }>(
      `select distinct ${columnName} as id from ${tableName} where enterprise_id = $1 and ${columnName} is not null`,
      [enterpriseId],
    );
    for (const { id } of rows) ids.add(id);
  }
  return [...ids];
}

beforeAll(async () => {
  for (const marker of ['ownword', 'foreignword']) {
    const { owner } = await fillEnterprise(app, marker);
    const made = (await calls.on(owner)).data;
    superuser ??= await openSuperuser(made.database);
    await fillFacts(superuser, owner, marker);
    worlds.push({ owner, login: made.logins[0]?.login ?? '', connection: inUse(made), own: await wordsOf(owner, marker) });
  }
});
afterAll(() => superuser?.end());

const views = async (): Promise<string[]> =>
  (await superuser.query<{ name: string }>("select viewname as name from pg_views where schemaname = 'reporting' order by 1")).rows.map(
    ({ name }) => name,
  );

test('two enterprises with data see their own rows in each view, and none of the other', async () => {
  const [one, other] = worlds as [World, World];
  const shared = new Set(one.own.filter((word) => other.own.includes(word)));
  for (const [{ connection, own }, foreign] of [
    [one, other.own],
    [other, one.own],
  ] as [World, string[]][]) {
    const session = await openSession(connection);
    for (const view of await views()) {
      const { rows } = await session.query(`select * from ${view}`);
      const text = JSON.stringify(rows);
      expect([view, rows.length > 0]).toEqual([view, true]);
      expect([view, foreign.filter((word) => !shared.has(word) && text.includes(word))]).toEqual([view, []]);
      const { rows: ownRows } = await superuser.query(`select count(*)::int as count from reporting.${view}`);
      expect(ownRows).toEqual([{ count: 0 }]); // whoever is no login sees nothing, the superuser too
      expect(own.length).toBeGreaterThan(50);
    }
    await session.end();
  }
});

test('names the same customer by one key in all views, and by another in each enterprise', async () => {
  const keys = [];
  for (const { connection } of worlds) {
    const session = await openSession(connection);
    const { rows } = await session.query('select c.customer_key as chat, w.customer_key as walk from chats c join walks w using (chat_id)');
    expect(rows.length).toBeGreaterThan(0);
    for (const { chat, walk } of rows) expect([chat, walk === chat]).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), true]);
    keys.push(...new Set(rows.map(({ chat }) => chat)));
    await session.end();
  }
  expect(new Set(keys).size).toBe(keys.length);
});

test('a login may read the views and nothing else: the catalog is walked', async () => {
  const [{ login }] = worlds as [World];
  const { rows: readable } = await superuser.query<{ name: string; kind: string }>(
    `select c.oid::regclass::text as name, c.relkind as kind from pg_class c
     where c.relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace, 'pg_toast'::regnamespace) and c.relkind in ('r', 'p', 'v', 'm', 'S', 'f')
       and (case when c.relkind = 'S' then has_sequence_privilege($1, c.oid, 'usage, select, update')
         else has_any_column_privilege($1, c.oid, 'select, insert, update, references') or has_table_privilege($1, c.oid, 'delete, truncate, trigger') end)
     order by 1`,
    [login],
  );
  expect(readable.map(({ name }) => name)).toEqual((await views()).map((name) => `reporting.${name}`));
  const { rows: writable } = await superuser.query(
    `select c.relname from pg_class c where c.relnamespace = 'reporting'::regnamespace and has_table_privilege($1, c.oid, 'insert, update, delete')`,
    [login],
  );
  expect(writable).toEqual([]);
  const { rows: callable } = await superuser.query(
    `select p.oid::regprocedure::text as name from pg_proc p
     where p.pronamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace) and has_function_privilege($1, p.oid, 'execute')
       and has_schema_privilege($1, p.pronamespace, 'usage')
       and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
    [login],
  );
  expect(callable).toEqual([]);
  const { rows: roles } = await superuser.query(
    `select (select count(*)::int from pg_auth_members m where m.member = r.oid) as memberships, rolsuper, rolinherit, rolcreaterole, rolcreatedb,
       rolreplication, rolbypassrls, rolconnlimit from pg_roles r where rolname = $1`,
    [login],
  );
  expect(roles).toEqual([
    {
      ...{ memberships: 0, rolsuper: false, rolinherit: false, rolcreaterole: false, rolcreatedb: false },
      ...{ rolreplication: false, rolbypassrls: false, rolconnlimit: 4 },
    },
  ]);
  const { rows: owner } = await superuser.query(
    "select rolcanlogin, rolsuper, rolbypassrls from pg_roles where rolname = 'parley_reporting'",
  );
  expect(owner).toEqual([{ rolcanlogin: false, rolsuper: false, rolbypassrls: false }]);
});

test('a fifth connection is refused, and a session begins read-only with its limits', async () => {
  const [, { connection, login }] = worlds as [World, World];
  // Sessions of the test before may be about to go.
  await expect.poll(async () => (await superuser.query('select from pg_stat_activity where usename = $1', [login])).rowCount).toBe(0);
  const sessions = await Promise.all([1, 2, 3, 4].map(() => openSession(connection)));
  await expect(openSession(connection)).rejects.toMatchObject({ code: '53300' });
  const [first] = sessions as [pg.Client];
  const { rows } = await first.query(
    "select name, setting from pg_settings where name in ('statement_timeout', 'default_transaction_read_only', 'work_mem', 'idle_in_transaction_session_timeout', 'temp_file_limit', 'lock_timeout') order by 1",
  );
  expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toEqual({
    default_transaction_read_only: 'on',
    idle_in_transaction_session_timeout: '60000',
    lock_timeout: '5000',
    statement_timeout: '30000',
    temp_file_limit: String(1024 * 1024),
    work_mem: String(16 * 1024),
  });
  await Promise.all(sessions.map((session) => session.end()));
});

/** Watches until `work` has come to its end. */
async function watching<T>(work: () => Promise<T>): Promise<T> {
  let isOver = false;
  const watch = (async () => {
    while (!isOver) {
      await lookAtSql(app.deps, mostMs);
      await new Promise((resolve) => setImmediate(resolve));
    }
  })();
  try {
    return await Promise.race([work(), watch.then(() => Promise.reject(new Error('The watch has ended.')))]);
  } finally {
    isOver = true;
    await watch;
  }
}

type Outcome = { answer: 'rows' | 'error'; code: string; text: string };
async function run(session: pg.Client, sql: string): Promise<Outcome> {
  try {
    const results = await session.query(sql);
    return { answer: 'rows', code: '', text: JSON.stringify([results].flat().map(({ rows }) => rows)) };
  } catch (error) {
    return {
      answer: 'error',
      code: (error as { code?: string }).code ?? 'lost',
      text: JSON.stringify(error, Object.getOwnPropertyNames(error)),
    };
  }
}

async function runAll(
  statements: readonly Hostile[],
  { connection }: World,
  onOutcome: (one: Hostile, outcome: Outcome, tookMs: number) => void,
) {
  let session = await openSession(connection);
  const notices: string[] = [];
  for (const one of statements) {
    await session.query('rollback').catch(() => {});
    session.on('notice', ({ message, detail }) => notices.push(`${message} ${detail}`));
    session.on('notification', ({ payload }) => notices.push(payload ?? ''));
    if (one.as === 'endless') await session.query('set statement_timeout = 0').catch(() => {});
    const beganAt = Date.now();
    const outcome = await run(session, one.sql);
    onOutcome(one, { ...outcome, text: `${outcome.text} ${notices.splice(0).join(' ')}` }, Date.now() - beganAt);
    session.removeAllListeners('notice').removeAllListeners('notification');
    // A session that the watch has ended is opened anew.
    const isOpen = await session.query('rollback').then(
      () => true,
      () => false,
    );
    if (!isOpen) session = await openSession(connection);
  }
  await session.end();
}

test('200 hostile statements bring no foreign row and stop no server, and those that go on are ended', async () => {
  const [one, other] = worlds as [World, World];
  const shared = new Set(one.own);
  const foreign = other.own.filter((word) => !shared.has(word) && word !== other.owner.enterpriseId);
  const names = {
    foreignEnterprise: other.owner.enterpriseId,
    foreignLogin: other.login,
    foreignChat: (await superuser.query('select chat_id as id from public.chats where enterprise_id = $1', [other.owner.enterpriseId]))
      .rows[0].id,
  };
  const statements = listHostile(names);
  expect(new Set(statements.map(({ sql }) => sql)).size).toBeGreaterThan(200);
  const neighbour = await openSession(other.connection);
  const wrong: unknown[] = [];
  const slow: number[] = [];
  const note = (statement: Hostile, { answer, code, text }: Outcome, tookMs: number) => {
    const asked = Object.values(names).filter((word) => statement.sql.includes(word));
    const leaked = foreign.filter((word) => text.includes(word) && !asked.includes(word));
    const shown = statement.sql.slice(0, 120);
    if (leaked.length > 0) wrong.push([shown, 'leaked', leaked.slice(0, 3)]);
    if (statement.as === 'refused' && answer !== 'error') wrong.push([shown, 'was not refused', text.slice(0, 200)]);
    if (statement.as === 'endless' && answer !== 'error') wrong.push([shown, 'was not ended']);
    if (statement.as === 'endless') slow.push(tookMs);
    if (statement.as === 'refused' && ['57014', '57P01', 'lost'].includes(code)) wrong.push([shown, 'was ended and not refused', code]);
  };
  await watching(() => runAll(statements, one, note));
  expect(wrong).toEqual([]);
  // A cancelled statement gets two seconds before its connection goes.
  expect(Math.max(...slow)).toBeLessThan(mostMs + 20_000);
  const { rows } = await neighbour.query('select count(*)::int as count from chats');
  expect(rows[0].count).toBeGreaterThan(0);
  await neighbour.end();
  expect((await app.as(other.owner).get('/health')).statusCode).toBe(200);
  const { rows: started } = await superuser.query(
    'select pg_postmaster_start_time() < now() - interval $$1 second$$ as lived, pg_is_in_recovery() as recovers',
  );
  expect(started).toEqual([{ lived: true, recovers: false }]);
});

test('the watch ends a transaction that holds a lock of the program, and one that catches its cancelling', async () => {
  const [{ connection, login }] = worlds as [World];
  const session = await openSession(connection);
  const ended = new Promise((resolve) => session.once('end', () => resolve('ended')));
  await superuser.query(`grant execute on function pg_advisory_lock(bigint) to ${login}`);
  await session.query('select pg_advisory_lock(5070001)');
  await lookAtSql(app.deps, 30_000);
  expect(await ended).toBe('ended');
  await superuser.query(`revoke execute on function pg_advisory_lock(bigint) from ${login}`);
  const stubborn = await openSession(connection);
  const gone = new Promise((resolve) => stubborn.once('end', () => resolve('gone')));
  await superuser.query(`create function reporting.stubborn() returns void language plpgsql as
    'begin loop begin loop end loop; exception when query_canceled then null; end; end loop; end'`);
  await superuser.query(`grant execute on function reporting.stubborn() to ${login}`);
  const insist = async (): Promise<Outcome> => {
    const outcome = await run(stubborn, 'set statement_timeout = 0; select stubborn()');
    // A cancelling that comes between two of its blocks is not caught.
    return outcome.code === '57014' ? insist() : outcome;
  };
  const outcome = await watching(insist);
  expect([outcome.answer, await gone]).toEqual(['error', 'gone']);
  await superuser.query('drop function reporting.stubborn()');
  const { owner } = worlds[0] as World;
  await lookAtSql(app.deps, mostMs);
  const { statements } = (await calls.log(owner, '?perPage=100')).data as { statements: { statement: string; outcome: string }[] };
  // Each time that it insisted is an entry, of which the last is the newest.
  const insisted = statements.find(({ statement }) => statement === 'set statement_timeout = ?; select stubborn()');
  expect(insisted?.outcome).toBe('terminated');
  expect(statements.map(({ outcome: end }) => end)).toContain('cancelled');
});
