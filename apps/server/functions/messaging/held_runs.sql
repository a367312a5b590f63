-- Runs that let their messages leave bit by bit, and paused ones: a message that was on the wire at the pause and is tried again is held too.
create or replace function held_runs() returns table (enterprise_id uuid, run_id uuid)
language sql stable security definer set search_path = public as $$
  select r.enterprise_id, r.run_id from send_runs r
  where r.state in ('freezing', 'sending') and (r.is_paused or r.per_minute is not null or r.release_left is not null)
$$;
