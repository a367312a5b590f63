-- Tells whether logins for reading by SQL can be made here: the views are there, and the login of DATABASE_URL may make roles.
create or replace function reporting_readiness() returns table (has_views boolean, may_make_roles boolean, database text, owner text)
language sql stable security definer set search_path = public as $$
  select to_regclass('reporting.chats') is not null, r.rolsuper or r.rolcreaterole, current_database()::text, r.rolname::text
  from pg_roles r where r.rolname = current_user
$$;
revoke execute on function reporting_readiness() from public;
grant execute on function reporting_readiness() to parley_app;
