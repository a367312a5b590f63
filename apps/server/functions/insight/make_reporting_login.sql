-- Makes the role behind a row of reporting_logins. It is a member of nothing and may read the views and nothing else. `verifier` is made of the
-- password outside, so neither the password nor a statement with it comes here. Limits that the login may lift are only defaults of its
-- sessions: the watch holds them.
create or replace function make_reporting_login(wanted text, verifier text) returns void
language plpgsql security definer set search_path = public as $$
begin
  if wanted !~ '^parley_r_[a-z0-9]{12}$' or verifier !~ '^SCRAM-SHA-256\$[0-9]+:[A-Za-z0-9+/=]+\$[A-Za-z0-9+/=]+:[A-Za-z0-9+/=]+$' then
    raise exception 'neither a login nor a verifier';
  end if;
  if not exists (select from reporting_logins l where l.login = wanted and l.enterprise_id = current_enterprise_id()) then
    raise exception 'no login of this enterprise';
  end if;
  -- Rights of one object that two transactions change at once fail.
  perform pg_advisory_xact_lock(5070060);
  perform close_catalog();
  execute format('create role %I login nosuperuser nocreatedb nocreaterole noinherit noreplication nobypassrls connection limit 4 password %L', wanted, verifier);
  -- The watch ends sessions of the role and reads their statements, which takes a membership in it.
  if not (select rolsuper from pg_roles where rolname = current_user) then execute format('grant %I to %I', wanted, current_user); end if;
  execute format('grant usage on schema reporting to %I', wanted);
  execute format('grant select on all tables in schema reporting to %I', wanted);
  execute format('alter role %I set search_path = reporting', wanted);
  execute format('alter role %I set default_transaction_read_only = on', wanted);
  execute format('alter role %I set statement_timeout = ''30s''', wanted);
  execute format('alter role %I set lock_timeout = ''5s''', wanted);
  execute format('alter role %I set idle_in_transaction_session_timeout = ''60s''', wanted);
  execute format('alter role %I set idle_session_timeout = ''30min''', wanted);
  execute format('alter role %I set work_mem = ''16MB''', wanted);
  execute format('alter role %I set jit = off', wanted);
  execute format('alter role %I set max_parallel_workers_per_gather = 1', wanted);
  begin
    execute format('alter role %I set temp_file_limit = ''1GB''', wanted);
  exception when insufficient_privilege then null; -- granted to the login of DATABASE_URL or not: docs/OPERATIONS.md
  end;
end $$;
revoke execute on function make_reporting_login(text, text) from public;
grant execute on function make_reporting_login(text, text) to parley_app;
