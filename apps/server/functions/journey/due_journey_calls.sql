-- Calls that wait for a worker, those of workers that have gone silent among them.
create or replace function due_journey_calls(at timestamptz, most integer)
returns table (enterprise_id uuid, instance_id uuid, call integer) language sql stable security definer set search_path = public as $$
  select c.enterprise_id, c.instance_id, c.call from journey_calls c
  where c.state in ('READY', 'TAKEN', 'SENT') and c.due_at <= at and (c.taken_until is null or c.taken_until < at)
  order by c.due_at limit most
$$;
