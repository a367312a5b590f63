import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { startApp } from '../../../test/app.ts';
import { cloneDatabase } from '../../../test/database.ts';
import { applyFunctions, readFunctions } from './functions.ts';
import { migrate } from './migrate.ts';

const { deps } = await startApp();

/** Functions of the schema that no extension brought, with the text between their quotes. */
async function functionsOf(db: typeof deps.db) {
  const { rows } = await sql<{ name: string; body: string }>`
    select p.proname as name, p.prosrc as body from pg_proc p
    where p.pronamespace = 'public'::regnamespace and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    order by 1`.execute(db);
  return rows;
}

const bodyOf = (text: string) => /(\$\w*\$)([\s\S]*?)\1/.exec(text)?.[2];

test('every function of the database is one file, which has its newest text', async () => {
  const files = readFunctions()
    .map(({ name, text }) => ({ name, body: bodyOf(text) }))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
  expect(files.length).toBeGreaterThan(100);
  expect((await functionsOf(deps.db)).sort((one, other) => (one.name < other.name ? -1 : 1))).toEqual(files);
  for (const { name, text } of readFunctions()) expect(text).toContain(`create or replace function ${name}(`);
});

test('a new text is put in once; an older process that starts late does not put its own back', async () => {
  const database = await cloneDatabase(inject('testServerUrl'), inject('templateName'));
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    expect(await applyFunctions(client)).toEqual([]);
    const newer =
      "create or replace function csv_guard(value text) returns text language sql immutable parallel safe as $$ select 'newer' $$";
    await client.query(newer);
    expect(await migrate(client)).toEqual([]);
    expect((await client.query("select csv_guard('=1')")).rows).toEqual([{ csv_guard: 'newer' }]);
    // The text of a file is new to a database that has no mark of it.
    await client.query("delete from function_texts where name in ('csv_guard', 'canonical_number')");
    expect(await applyFunctions(client)).toEqual(['canonical_number', 'csv_guard']);
    expect((await client.query("select csv_guard('=1')")).rows).toEqual([{ csv_guard: "'=1" }]);
  } finally {
    await client.end();
    await database.drop();
  }
});

test('settings that a migration gave to a function stand in its file: a new text would lose them', async () => {
  const folder = path.join(import.meta.dirname, '../../../migrations');
  const texts = readdirSync(folder).map((name) => readFileSync(path.join(folder, name), 'utf8'));
  const given = texts.flatMap((text) =>
    [...text.matchAll(/alter function (\w+)\([^)]*\) set (\w+) = (\w+)/gi)].map(([, name = '', setting = '', value = '']) => ({
      name,
      setting: `${setting}=${value}`,
    })),
  );
  expect(given.length).toBeGreaterThan(4);
  const { rows } = await sql<{ name: string; settings: string[] }>`
    select proname as name, coalesce(proconfig, '{}') as settings from pg_proc where pronamespace = 'public'::regnamespace`.execute(
    deps.db,
  );
  const settingsOf = new Map(rows.map(({ name, settings }) => [name, settings]));
  for (const { name, setting } of given) expect(settingsOf.get(name), name).toContain(setting);
});

test('a migration may make a function for a trigger of its own; it changes none, since the file would undo that', () => {
  const folder = path.join(import.meta.dirname, '../../../migrations');
  const changes = readdirSync(folder)
    .filter((name) => name > '0212')
    .flatMap((name) =>
      [...readFileSync(path.join(folder, name), 'utf8').matchAll(/(?:create or replace|alter) function (\w+)/gi)].map(
        ([found]) => `${name}: ${found}`,
      ),
    );
  expect(changes).toEqual([]);
  expect(readdirSync(folder)).toContain('0212_function_texts.sql');
});
