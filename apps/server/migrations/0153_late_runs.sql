-- Since when a run is held: what is held for longer than the bound on lateness does not go on by itself.
alter table send_runs add column held_at timestamptz;

-- Runs under way that have something left: after an outage their people are asked before anything leaves.
create function runs_under_way() returns table (enterprise_id uuid, run_id uuid, source text)
language sql stable security definer set search_path = public as $$
  select r.enterprise_id, r.run_id, r.source from send_runs r
  where r.state in ('freezing', 'sending') and not r.is_paused and r.source <> 'JOURNEY'
    and (r.state = 'freezing' or exists (select from send_queue q where q.enterprise_id = r.enterprise_id and q.run_id = r.run_id))
$$;
revoke execute on function runs_under_way() from public;
grant execute on function runs_under_way() to parley_app;
