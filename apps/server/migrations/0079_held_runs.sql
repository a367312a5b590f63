-- A run may be held back: paused, slowed down, or stopped behind its first part. What of it may not leave yet is held in the queue, so the
-- claim of messages asks nothing of the run.
alter table send_queue add column is_held boolean not null default false;
drop index send_queue_waiting;
create index send_queue_waiting on send_queue (enterprise_id, channel_id, priority, due_at, place) where not is_held;
create or replace function channels_to_send() returns table (enterprise_id uuid, channel_id uuid)
language sql stable security definer set search_path = public as $$
  select c.enterprise_id, c.channel_id from channels c
  where c.type <> 12 and c.state = 'ACTIVE' and exists (
    select from (values (0::smallint), (5::smallint), (9::smallint)) as p(priority)
    cross join lateral (
      select q.due_at from send_queue q
      where q.enterprise_id = c.enterprise_id and q.channel_id = c.channel_id and q.priority = p.priority and not q.is_held
      order by q.due_at limit 1) first
    where first.due_at <= now())
$$;

alter table send_runs
  add column is_paused boolean not null default false,
  -- Why: a person's wish, the first part's end, its limits, the money
  add column pause_reason text not null default '' check (pause_reason in ('', 'ASKED', 'FIRST_WAVE', 'LIMITS', 'NO_BALANCE')),
  -- At most so many leave in a minute; null: as the channel allows
  add column per_minute integer check (per_minute > 0),
  -- So many may still leave until somebody decides; null: all
  add column release_left integer check (release_left >= 0),
  -- Up to when the speed has let messages leave
  add column released_at timestamptz,
  -- When marketing may not leave, instead of the enterprise's own hours; in the recipient's zone
  add column quiet_hours jsonb;

-- A paused run waits for somebody: nothing of it is unfinished until then.
create or replace function unfinished_runs() returns table (enterprise_id uuid, run_id uuid, source text, state text)
language sql stable security definer set search_path = public as $$
  select r.enterprise_id, r.run_id, r.source, r.state from send_runs r
  where r.state = 'cancelling' or (r.state = 'scheduled' and r.starts_at <= now()) or (r.state = 'sending' and not r.is_paused)
    or (r.state = 'freezing' and not r.is_paused and not is_leased(r.enterprise_id, 'freeze', r.run_id))
$$;
create index send_runs_held on send_runs (run_id) where state in ('freezing', 'sending') and (is_paused or per_minute is not null or release_left is not null);
-- Runs that let their messages leave bit by bit, and paused ones: a message that was on the wire at the pause and is tried again is held too.
create function held_runs() returns table (enterprise_id uuid, run_id uuid)
language sql stable security definer set search_path = public as $$
  select r.enterprise_id, r.run_id from send_runs r
  where r.state in ('freezing', 'sending') and (r.is_paused or r.per_minute is not null or r.release_left is not null)
$$;
