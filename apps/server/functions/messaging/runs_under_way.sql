-- Runs under way that have something left: after an outage their people are asked before anything leaves.
create or replace function runs_under_way() returns table (enterprise_id uuid, run_id uuid, source text)
language sql stable security definer set search_path = public as $$
  select r.enterprise_id, r.run_id, r.source from send_runs r
  where r.state in ('freezing', 'sending') and not r.is_paused and r.source <> 'JOURNEY'
    and (r.state = 'freezing' or exists (select from send_queue q where q.enterprise_id = r.enterprise_id and q.run_id = r.run_id))
$$;
