-- Alerts that are to be looked at, the longest waiting first.
create or replace function due_report_alerts(at timestamptz, most integer) returns table (enterprise_id uuid, report_alert_id uuid)
language sql stable security definer set search_path = public as $$
  select a.enterprise_id, a.report_alert_id from report_alerts a where a.is_active and a.next_at <= at order by a.next_at limit most
$$;
revoke execute on function due_report_alerts(timestamptz, integer) from public;
grant execute on function due_report_alerts(timestamptz, integer) to parley_app;
