-- Raw events between two ids; those that nobody has read yet stay, and are looked at no more.
create or replace function delete_raw_events(after uuid, before uuid, at_most integer) returns table (erased integer, last uuid)
language plpgsql security definer set search_path = public as $$
begin
  return query
  with page as materialized (
    select r.event_id, r.received_at from raw_events r
    where r.enterprise_id = current_enterprise_id() and r.event_id > after and r.event_id < before order by r.event_id limit at_most
  ), gone as (
    delete from raw_events r using page p where r.enterprise_id = current_enterprise_id() and r.event_id = p.event_id and r.received_at = p.received_at
      and not exists (select from raw_event_queue q where q.enterprise_id = r.enterprise_id and q.event_id = r.event_id)
    returning 1
  )
  select (select count(*) from gone)::integer, (select max(p.event_id::text)::uuid from page p);
end $$;
