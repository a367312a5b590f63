-- Schedules whose time has come, the longest waiting first.
create or replace function due_report_schedules(at timestamptz, most integer) returns table (enterprise_id uuid, schedule_id uuid)
language sql stable security definer set search_path = public as $$
  select s.enterprise_id, s.schedule_id from report_schedules s where s.is_active and s.next_due_at <= at order by s.next_due_at limit most
$$;
revoke execute on function due_report_schedules(timestamptz, integer) from public;
grant execute on function due_report_schedules(timestamptz, integer) to parley_app;
