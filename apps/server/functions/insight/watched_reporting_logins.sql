-- Enterprises that read by SQL, and whether a login of theirs is past its time.
create or replace function watched_reporting_logins() returns table (enterprise_id uuid, has_expired boolean)
language sql stable security definer set search_path = public as $$
  select l.enterprise_id, bool_or(l.valid_until <= now()) is true from reporting_logins l group by l.enterprise_id
$$;
revoke execute on function watched_reporting_logins() from public;
grant execute on function watched_reporting_logins() to parley_app;
