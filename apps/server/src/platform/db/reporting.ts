import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type pg from 'pg';

/** Version of the views: a change of a name or a type is a new folder and a new schema, and this one stays beside it for a year. */
const folder = path.join(import.meta.dirname, '../../../reporting/1');

/**
 * Rights behind the views: their owner reads the columns that they use, of rows of the enterprise whose login the session is. The login itself
 * has no right to any table, so nothing depends on a condition of a view.
 */
const rights = `
do $$
declare
  found record;
begin
  execute 'revoke all on all tables in schema public from parley_reporting';
  for found in select tablename from pg_policies where schemaname = 'public' and policyname = 'reporting' loop
    execute format('drop policy reporting on public.%I', found.tablename);
  end loop;
  for found in
    select d.refobjid::regclass as base, string_agg(distinct quote_ident(a.attname), ', ') as columns
    from pg_class v
      join pg_rewrite r on r.ev_class = v.oid
      join pg_depend d on d.classid = 'pg_rewrite'::regclass and d.objid = r.oid and d.refclassid = 'pg_class'::regclass and d.refobjid <> v.oid
      join pg_attribute a on a.attrelid = d.refobjid and (a.attnum = d.refobjsubid or a.attname = 'enterprise_id')
    where v.relnamespace = 'reporting'::regnamespace and v.relkind = 'v'
    group by 1
  loop
    execute format('grant select (%s) on %s to parley_reporting', found.columns, found.base);
    execute format('create policy reporting on %s for select to parley_reporting using (enterprise_id = (select l.enterprise_id '
      'from public.reporting_logins l where l.login = session_user))', found.base);
  end loop;
  grant select (enterprise_id, login, valid_until) on public.reporting_logins to parley_reporting;
  create policy reporting on public.reporting_logins for select to parley_reporting
    using (login = session_user and (valid_until is null or valid_until > now()));
  grant create on schema reporting to parley_reporting;
  for found in select oid::regclass as view from pg_class where relnamespace = 'reporting'::regnamespace and relkind = 'v' loop
    execute format('alter view %s owner to parley_reporting', found.view);
  end loop;
  revoke create on schema reporting from parley_reporting;
  for found in select l.login from public.reporting_logins l join pg_roles r on r.rolname = l.login loop
    execute format('grant usage on schema reporting to %I', found.login);
    execute format('grant select on all tables in schema reporting to %I', found.login);
  end loop;
end $$`;

/** Functions of the schema are the program's alone: PostgreSQL gives each new one to everybody, and some of them read across enterprises. */
const ownFunctions = `
do $$
declare
  found record;
begin
  for found in
    select p.oid::regprocedure as name from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.proowner = (select oid from pg_roles where rolname = current_user)
      and has_function_privilege('public', p.oid, 'execute')
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  loop
    execute format('grant execute on function %s to parley_app', found.name);
    execute format('revoke execute on function %s from public', found.name);
  end loop;
end $$`;

const role = `
do $$
begin
  if not exists (select from pg_roles where rolname = 'parley_reporting') then
    create role parley_reporting nologin nosuperuser nobypassrls noinherit;
  end if;
exception when duplicate_object or unique_violation then
  null; -- another database of this server made it at the same moment
end $$;
do $$
begin
  if not pg_has_role(current_user, 'parley_reporting', 'member') then execute format('grant parley_reporting to %I', current_user); end if;
end $$`;

/** Makes the owner of the views; policies of tables name it. @throws Error of PostgreSQL where the login may not */
export const ensureReportingRole = async (client: pg.ClientBase): Promise<void> => void (await client.query(role));

const isForbidden = (error: unknown) => (error as { code?: string }).code === '42501';

/**
 * Makes the views that customers read by SQL, when their text is new. A migration that changes a column under one of them drops the schema
 * `reporting`, which is made anew here; logins keep their rights.
 * @returns whether they are there: without the right to make roles they are not, and all else works
 */
export async function applyReporting(client: pg.ClientBase): Promise<boolean> {
  await client.query(ownFunctions);
  const texts = readdirSync(folder)
    .sort((one, other) => Number(one === 'comments.sql') - Number(other === 'comments.sql') || (one < other ? -1 : 1))
    .map((file) => readFileSync(path.join(folder, file), 'utf8'));
  const hash = createHash('sha256')
    .update([...texts, rights].join('\n'))
    .digest('hex');
  const { rows } = await client.query<{ isThere: boolean }>(
    // Views of another owner, as a restored dump may bring, would not be bound to the enterprise.
    `select to_regnamespace('reporting') is not null and exists (select from function_texts where hash = $1)
       and not exists (select from pg_class v where v.relnamespace = to_regnamespace('reporting') and v.relkind = 'v'
         and pg_get_userbyid(v.relowner) <> 'parley_reporting') as "isThere"`,
    [hash],
  );
  if (rows[0]?.isThere) return true;
  await client.query('begin');
  try {
    await ensureReportingRole(client);
    await client.query('drop schema if exists reporting cascade');
    await client.query('create schema reporting');
    for (const text of texts) await client.query(text);
    await client.query(rights);
    await client.query(`insert into function_texts (name, hash) values ('reporting', $1) on conflict do nothing`, [hash]);
    await client.query('commit');
    return true;
  } catch (error) {
    await client.query('rollback');
    if (isForbidden(error)) return false;
    throw new Error('The views for reading by SQL could not be made', { cause: error });
  }
}
