create or replace function take_stale_events(older_than interval, at_most integer) returns table (enterprise_id uuid, name text, data jsonb)
language sql volatile security definer set search_path = public as $$
  delete from outbox where event_id = any (array(
    select event_id from outbox where created_at < now() - older_than order by event_id limit at_most for update skip locked))
  returning outbox.enterprise_id, outbox.name, outbox.data
$$;
