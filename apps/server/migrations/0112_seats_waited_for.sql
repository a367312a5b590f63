-- Until when a walk that wants to ask waits for the one that talks with its customer; null: it does not wait, or for people, or it was interrupted.
alter table journey_live add column busy_until timestamptz;
create index journey_live_busy on journey_live (busy_until) where busy_until is not null;

-- Walks that have waited long enough for another to be done. Nothing of a paused stream is due.
create function busy_journey_walks(at timestamptz, most integer)
returns table (enterprise_id uuid, instance_id uuid) language sql stable security definer set search_path = public as $$
  select l.enterprise_id, l.instance_id from journey_live l
  join journeys j on j.enterprise_id = l.enterprise_id and j.journey_id = l.journey_id and j.state <> 'PAUSED'
  where l.busy_until <= at order by l.busy_until limit most
$$;
revoke execute on function busy_journey_walks(timestamptz, integer) from public;
grant execute on function busy_journey_walks(timestamptz, integer) to parley_app;
