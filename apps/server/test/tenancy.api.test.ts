import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startApp } from './app.ts';

const { deps, makeUser, contextOf } = await startApp();

/** Tables that are asked before an enterprise is known, or that belong to the installation. */
const withoutEnterprise = ['captchas', 'chat_clock_looks', 'chat_search_looks', 'function_texts', 'login_attempts', 'migrations'];
/** Keys that need no enterprise in front: rows that leave again in a second. */
const withoutKey = ['outbox'];

type Table = { name: string; hasEnterprise: boolean; isProtected: boolean; firstKey: string | null; isPart: boolean };

async function listTables(): Promise<Table[]> {
  const { rows } = await sql<Table>`
    select c.relname as name, c.relispartition as is_part, c.relrowsecurity as is_protected,
      exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'enterprise_id') as has_enterprise,
      (select a.attname from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
        where i.indrelid = c.oid and i.indisprimary) as first_key
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p')
    order by 1`.execute(deps.db);
  return rows;
}

test('every table belongs to an enterprise, is behind row-level security and has the enterprise first in its key', async () => {
  const tables = (await listTables()).filter((table) => !withoutEnterprise.includes(table.name) && !table.isPart);
  expect(tables.length).toBeGreaterThan(10);
  expect(tables.filter((table) => !table.hasEnterprise).map((table) => table.name)).toEqual([]);
  expect(tables.filter((table) => !table.isProtected).map((table) => table.name)).toEqual([]);
  const wrongKeys = tables.filter((table) => table.firstKey !== 'enterprise_id' && !withoutKey.includes(table.name));
  expect(wrongKeys.map((table) => table.name)).toEqual([]);
});

test('the program’s role reads no table of the installation directly, and no partition around its parent', async () => {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relrowsecurity
      and has_table_privilege('parley_app', c.oid, 'select, insert, update, delete')`.execute(deps.db);
  expect(rows.map((row) => row.name)).toEqual([]);
});

test('functions that see across enterprises have a fixed search path', async () => {
  const { rows } = await sql<{ name: string }>`
    select p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname = 'public' and p.prosecdef and not coalesce('search_path=public' = any (p.proconfig), false)`.execute(deps.db);
  expect(rows).toEqual([]);
});

test('a query that forgets the enterprise sees its own rows alone, and outside a transaction none', async () => {
  const [mine, theirs] = [await makeUser(), await makeUser()];
  const seen = await contextOf(mine).transaction((tx) => tx.selectFrom('users').select('userId').execute());
  expect(seen).toEqual([{ userId: mine.userId }]);
  const changed = await contextOf(mine).transaction((tx) =>
    tx.updateTable('users').set({ name: 'Mallory' }).where('userId', '=', theirs.userId).executeTakeFirst(),
  );
  expect(Number(changed.numUpdatedRows)).toBe(0);
  const planted = contextOf(mine).transaction((tx) =>
    tx.insertInto('userRoles').values({ enterpriseId: theirs.enterpriseId, userId: theirs.userId, roleCode: 3 }).execute(),
  );
  await expect(planted).rejects.toThrow('row-level security');
  expect(await deps.db.selectFrom('users').select('userId').execute()).toEqual([]);
});
