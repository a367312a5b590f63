import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { contractions } from '../../../test/expand.ts';

const folder = path.join(import.meta.dirname, '../../../migrations');

/** Migrations up to this one ran on installations before the rule was held by a test. */
const lastBefore = '0130_address_of_calls.sql';

test('no migration breaks the version before it, which runs on while processes are restarted one by one', () => {
  const files = readdirSync(folder).filter((name) => name.endsWith('.sql') && name > lastBefore);
  expect(files.length).toBeGreaterThan(0);
  const found = files.flatMap((name) => contractions(readFileSync(path.join(folder, name), 'utf8')).map((what) => `${name}: ${what}`));
  expect(found).toEqual([]);
});

test.each([
  ['drop table users;', 'drops a table'],
  ['alter table users drop column name;', 'drops a column'],
  ['alter table users drop name;', 'drops a column'],
  ['ALTER TABLE users RENAME COLUMN name TO label;', 'renames'],
  ['alter table users rename to people;', 'renames'],
  ['alter table users alter column name type int using name::int;', 'changes the type of a column'],
  ['alter table users alter name set not null;', 'makes a column mandatory'],
  ['alter table users add column label text not null;', 'adds a mandatory column without a default'],
  ['alter table users add column a text, add column b int not null check (b > 0);', 'adds a mandatory column without a default'],
  ["alter table users add constraint named check (name <> '');", 'adds a rule to a table that is there'],
  ['alter table users add unique (enterprise_id, name);', 'adds a rule to a table that is there'],
  ['create unique index users_names on users (name);', 'adds a rule to a table that is there'],
  ['drop function seal_audit(int);', 'drops a function'],
  ['drop view people;', 'drops a view'],
  ['revoke select on users from parley_app;', 'takes a right away'],
  ['truncate users;', 'empties a table'],
])('%s', (statement, what) => {
  const table = 'create table others (id int not null, name text);\n';
  expect(contractions(`${table}-- Why it is there.\n${statement}`)).toEqual([what]);
  // Columns that nobody reads any more may go, if the file says since when.
  expect(contractions(`${table}-- contract: the version before does not read it\n${statement}`)).toEqual([]);
});

test.each([
  'create table notes (id int primary key, text text not null);\nalter table notes add constraint short check (length(text) < 9);',
  'create table notes (id int);\ncreate unique index notes_ids on notes (id);\nalter table notes alter column id set not null;',
  "alter table users add column label text not null default '', add column seen_at timestamptz;",
  'alter table users drop constraint users_kind_check, add constraint users_kind_check check (kind in (1, 2, 3));',
  'alter table users drop constraint users_kind_check;\nalter table users add constraint users_kind_check check (kind in (1, 2));',
  'alter table users add column a int, add constraint a_positive check (a > 0);\ncreate unique index users_a on users (enterprise_id, a);',
  'create function told() returns int language sql as $$ select 1 $$;\nrevoke execute on function told() from public;',
  'alter table users alter column name drop not null, alter column name set default 1;',
  'create index users_names on users (name);\ndrop index users_old;',
  "create or replace function told() returns text language sql as $$ select 'drop table users; alter table users drop column name' $$;",
  "-- drop table users;\nupdate users set name = 'drop table users;' where name = ''; /* truncate users; */",
])('only adds: %s', (statements) => {
  expect(contractions(statements)).toEqual([]);
});
