-- Recordings whose browser has fallen silent.
create or replace function silent_recordings(silent_since timestamptz, most integer)
returns table (enterprise_id uuid, recording_id uuid) language sql stable security definer set search_path = public as $$
  select r.enterprise_id, r.recording_id from video_recordings r where r.state = 'RECORDING' and r.seen_at < silent_since
  order by r.seen_at limit most
$$;
revoke execute on function silent_recordings(timestamptz, integer) from public;
grant execute on function silent_recordings(timestamptz, integer) to parley_app;
