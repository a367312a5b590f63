-- Runs that send in the open hours of a calendar and have something left: the program looks whether it opens at all.
create or replace function runs_by_calendar() returns table (enterprise_id uuid, run_id uuid, source text)
language sql stable security definer set search_path = public as $$
  select r.enterprise_id, r.run_id, r.source from send_runs r
  where r.calendar_id is not null and r.state in ('freezing', 'sending') and not r.is_paused
    and (r.state = 'freezing' or exists (select from send_queue q where q.enterprise_id = r.enterprise_id and q.run_id = r.run_id))
$$;
