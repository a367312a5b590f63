-- The sessions of logins for reading by SQL, and their end where one is beyond its limits: a statement after `most_ms` is cancelled, one that
-- goes on for 2 seconds more loses its connection, and so does a transaction that does nothing for 60 seconds, one of 120 seconds, and a session
-- that holds locks of the program. The login may lift each limit of PostgreSQL itself, and cannot lift these.
create or replace function watch_reporting_logins(most_ms integer)
returns table (enterprise_id uuid, login text, backend text, began_at timestamptz, took_ms bigint, application text, address text, statement text,
  is_running boolean, act text)
language sql security definer set search_path = public as $$
  with seen as materialized (
    select l.enterprise_id, l.login, a.pid, a.backend_start, a.query_start, a.state, a.application_name, a.client_addr, a.query,
      a.state = 'active' as is_running,
      greatest(0, round(1000 * extract(epoch from case when a.state = 'active' then clock_timestamp() else a.state_change end - a.query_start)))::bigint
        as took_ms,
      case
        when a.state = 'active' and a.query_start < clock_timestamp() - make_interval(secs => (most_ms + 2000) / 1000.0) then 'terminated'
        when a.state like 'idle in transaction%' and a.state_change < clock_timestamp() - interval '60 seconds' then 'terminated'
        when a.xact_start < clock_timestamp() - interval '120 seconds' then 'terminated'
        when exists (select from pg_locks k where k.pid = a.pid and k.locktype = 'advisory') then 'terminated'
        when a.state = 'active' and a.query_start < clock_timestamp() - make_interval(secs => most_ms / 1000.0) then 'cancelled'
        else ''
      end as act
    from reporting_logins l join pg_stat_activity a on a.usename = l.login
    where a.backend_type = 'client backend'
  )
  select s.enterprise_id, s.login, s.pid || ' ' || extract(epoch from s.backend_start), s.query_start, s.took_ms, s.application_name,
    coalesce(host(s.client_addr), ''), s.query, s.is_running,
    case s.act
      when 'terminated' then case when pg_terminate_backend(s.pid) then s.act else '' end
      when 'cancelled' then case when pg_cancel_backend(s.pid) then s.act else '' end
      else '' end
  from seen s where s.query_start is not null
$$;
revoke execute on function watch_reporting_logins(integer) from public;
grant execute on function watch_reporting_logins(integer) to parley_app;
