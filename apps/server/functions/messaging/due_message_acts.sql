-- Channels with acts on messages that are due, or whose worker has not told their outcome in time.
create or replace function due_message_acts(at timestamptz) returns table (enterprise_id uuid, channel_id uuid)
language sql stable security definer set search_path = public as $$
  select distinct d.enterprise_id, d.channel_id from (
    select a.enterprise_id, a.channel_id from message_acts a
    where a.state in ('queued', 'sending') and a.due_at <= at order by a.due_at limit 1000) d
$$;
