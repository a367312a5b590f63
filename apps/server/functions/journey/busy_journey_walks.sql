-- Walks that have waited long enough for another to be done. Nothing of a paused stream is due.
create or replace function busy_journey_walks(at timestamptz, most integer)
returns table (enterprise_id uuid, instance_id uuid) language sql stable security definer set search_path = public as $$
  select l.enterprise_id, l.instance_id from journey_live l
  join journeys j on j.enterprise_id = l.enterprise_id and j.journey_id = l.journey_id and j.state <> 'PAUSED'
  where l.busy_until <= at order by l.busy_until limit most
$$;
