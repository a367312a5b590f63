-- Takes the role behind a row of reporting_logins away, with its open sessions.
create or replace function end_reporting_login(ended text) returns void language plpgsql security definer set search_path = public as $$
begin
  if not exists (select from reporting_logins l where l.login = ended and l.enterprise_id = current_enterprise_id()) then
    raise exception 'no login of this enterprise';
  end if;
  if not exists (select from pg_roles where rolname = ended) then return; end if;
  perform pg_advisory_xact_lock(5070060);
  execute format('alter role %I nologin', ended);
  perform pg_terminate_backend(pid) from pg_stat_activity where usename = ended;
  if to_regnamespace('reporting') is not null then
    execute format('revoke all on all tables in schema reporting from %I', ended);
    execute format('revoke all on schema reporting from %I', ended);
  end if;
  execute format('drop role %I', ended);
end $$;
revoke execute on function end_reporting_login(text) from public;
grant execute on function end_reporting_login(text) to parley_app;
