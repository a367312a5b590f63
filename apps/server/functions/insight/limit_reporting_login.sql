-- Lets a login whose successor is made work until then: the password is refused afterwards, and the views are empty to its sessions.
create or replace function limit_reporting_login(former text, until timestamptz) returns void
language plpgsql security definer set search_path = public as $$
begin
  if not exists (select from reporting_logins l where l.login = former and l.enterprise_id = current_enterprise_id()) then
    raise exception 'no login of this enterprise';
  end if;
  -- A restored database has rows of logins that this server does not have.
  if not exists (select from pg_roles where rolname = former) then return; end if;
  execute format('alter role %I valid until %L', former, until);
end $$;
revoke execute on function limit_reporting_login(text, timestamptz) from public;
grant execute on function limit_reporting_login(text, timestamptz) to parley_app;
