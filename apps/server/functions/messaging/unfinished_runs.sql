-- A paused run waits for somebody: nothing of it is unfinished until then.
create or replace function unfinished_runs() returns table (enterprise_id uuid, run_id uuid, source text, state text)
language sql stable security definer set search_path = public as $$
  select r.enterprise_id, r.run_id, r.source, r.state from send_runs r
  where r.state = 'cancelling' or (r.state = 'scheduled' and r.starts_at <= now())
    or (r.state = 'sending' and not r.is_paused and not r.is_open)
    or (r.state = 'freezing' and not r.is_paused and not is_leased(r.enterprise_id, 'freeze', r.run_id))
$$;
