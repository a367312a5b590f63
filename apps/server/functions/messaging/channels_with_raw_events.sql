create or replace function channels_with_raw_events() returns table (enterprise_id uuid, channel_id uuid)
language sql stable security definer set search_path = public as
$$ select distinct q.enterprise_id, q.channel_id from raw_event_queue q where q.due_at <= now() $$;
