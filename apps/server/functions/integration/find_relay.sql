-- Whose a bridge is, for a reply that comes in without a session.
create or replace function find_relay(wanted uuid) returns table (enterprise_id uuid) language sql stable security definer set search_path = public as $$
  select w.enterprise_id from webhooks w where w.webhook_id = wanted and w.kind = 'relay' and w.state <> 'paused'
$$;
