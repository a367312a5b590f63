-- Empties raw events that have been read and hold the answer to a sensitive question: what they said lies sealed in the walk that asked.
create or replace function empty_raw_events(ids uuid[], received timestamptz[]) returns void
language sql security definer set search_path = public as $$
  update raw_events r set body = '', query = ''
  from unnest(ids, received) g(event_id, received_at)
  where r.enterprise_id = current_enterprise_id() and r.event_id = g.event_id and r.received_at = g.received_at;
$$;
