-- A run that starts at a time waits until then as it was asked for; its audience, channel, template and wallet are looked at when it starts.
alter table send_runs drop constraint send_runs_state_check;
alter table send_runs add constraint send_runs_state_check check (state in ('scheduled', 'freezing', 'sending', 'cancelling', 'cancelled', 'done'));
alter table send_runs add column starts_at timestamptz;
drop index send_runs_unfinished;
create index send_runs_unfinished on send_runs (run_id) where state in ('scheduled', 'freezing', 'sending', 'cancelling');
create or replace function unfinished_runs() returns table (enterprise_id uuid, run_id uuid, source text, state text)
language sql stable security definer set search_path = public as $$
  select r.enterprise_id, r.run_id, r.source, r.state from send_runs r
  where r.state in ('sending', 'cancelling') or (r.state = 'scheduled' and r.starts_at <= now())
    or (r.state = 'freezing' and not is_leased(r.enterprise_id, 'freeze', r.run_id))
$$;
