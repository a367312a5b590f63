-- Mails of boards that are to be sent, and those whose sending broke off.
create or replace function due_report_deliveries(at timestamptz, most integer)
  returns table (enterprise_id uuid, schedule_id uuid, due_at timestamptz, user_id uuid)
language sql stable security definer set search_path = public as $$
  select d.enterprise_id, d.schedule_id, d.due_at, d.user_id from report_deliveries d
  where d.state in ('DUE', 'SENDING') and d.next_at <= at order by d.next_at limit most
$$;
revoke execute on function due_report_deliveries(timestamptz, integer) from public;
grant execute on function due_report_deliveries(timestamptz, integer) to parley_app;
