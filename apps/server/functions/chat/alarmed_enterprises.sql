-- Enterprises in which an alarm may ring, or rings. Limits of a department that was deleted ring nothing; alarms of one are still to be ended.
create or replace function alarmed_enterprises() returns table (enterprise_id uuid)
language sql stable security definer set search_path = public as $$
  select l.enterprise_id from chat_alarm_limits l
    left join departments d on d.enterprise_id = l.enterprise_id and d.department_id = l.dept_id
    where (l.wait_seconds > 0 or l.unanswered_seconds > 0 or l.queue_length > 0 or l.nobody_online) and d.deleted_at is null
  union select a.enterprise_id from chat_alarms a
$$;
revoke execute on function alarmed_enterprises() from public;
grant execute on function alarmed_enterprises() to parley_app;
