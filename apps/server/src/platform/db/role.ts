import type pg from 'pg';

/**
 * Makes the role that the program acts as, and lets the login of DATABASE_URL act as it. A role belongs to the server, not to the database:
 * a dump that is restored elsewhere brings the grants and not the role. From PostgreSQL 16 on the maker of a role is its member, and may
 * all the same not act as it until that is granted.
 * @throws Error that names the statements for a login that may make roles
 */
export async function ensureRole(client: pg.ClientBase): Promise<void> {
  try {
    await client.query(`
      do $$
      declare
        may_act boolean;
      begin
        begin
          if not exists (select from pg_roles where rolname = 'parley_app') then create role parley_app nologin nosuperuser nobypassrls; end if;
        exception when duplicate_object or unique_violation then
          null; -- another database of this server made it at the same moment
        end;
        may_act := case
          when current_setting('server_version_num')::int >= 160000 then pg_has_role(current_user, 'parley_app', 'set')
          else pg_has_role(current_user, 'parley_app', 'member') end;
        if not may_act then execute format('grant parley_app to %I', current_user); end if;
      end $$`);
  } catch (error) {
    throw new Error(
      'The login of DATABASE_URL may not act as parley_app. This helps: create role parley_app; grant parley_app to <login>;',
      {
        cause: error,
      },
    );
  }
}
