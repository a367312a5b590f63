-- Looks through raw events by id, so many at a time; those that nobody has read yet are left.
create or replace function erase_raw_events(needles text[], after uuid, at_most integer) returns table (erased integer, last uuid)
language plpgsql security definer set search_path = public as $$
begin
  return query
  with page as materialized (
    select r.event_id, r.received_at from raw_events r
    where r.enterprise_id = current_enterprise_id() and r.event_id > after order by r.event_id limit at_most
  ), gone as (
    update raw_events r set body = '', query = '', headers = '{}'
    from page p where r.enterprise_id = current_enterprise_id() and r.event_id = p.event_id and r.received_at = p.received_at
      and (r.body <> '' or r.query <> '')
      and exists (select from unnest(needles) n where position(convert_to(n, 'UTF8') in r.body) > 0 or position(n in r.query) > 0)
      and not exists (select from raw_event_queue q where q.enterprise_id = r.enterprise_id and q.event_id = r.event_id)
    returning 1
  )
  select (select count(*) from gone)::integer, case when (select count(*) from page) < at_most then null else (select max(p.event_id::text)::uuid from page p) end;
end $$;
