-- Iterations at which something is to be looked, the longest waiting first: their time has come, or billing has paused their run.
create or replace function due_activities(at timestamptz, most integer) returns table (enterprise_id uuid, activity_id uuid)
language sql stable security definer set search_path = public as $$
  (select a.enterprise_id, a.activity_id from activities a
   where a.due_at <= at and a.deleted_at is null order by a.due_at limit most)
  union
  (select a.enterprise_id, a.activity_id from activities a
   join send_runs r on r.enterprise_id = a.enterprise_id and r.run_id in (a.activity_id, a.fallback_run_id)
     and r.is_paused and r.pause_reason = 'NO_BALANCE'
   where a.state = 2 and a.completed_at is null and not a.is_pause_told and a.deleted_at is null limit most)
$$;
