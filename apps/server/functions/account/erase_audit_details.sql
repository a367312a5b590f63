-- Forgets what the trail holds of persons: details that are theirs, and those that name one of their addresses. By id, so many at a time.
create or replace function erase_audit_details(customers uuid[], needles text[], after uuid, at_most integer) returns table (erased integer, last uuid)
language plpgsql security definer set search_path = public as $$
begin
  return query
  with page as materialized (
    select d.entry_id from audit_details d
    where d.enterprise_id = current_enterprise_id() and d.entry_id > after order by d.entry_id limit at_most
  ), gone as (
    delete from audit_details d using page p where d.enterprise_id = current_enterprise_id() and d.entry_id = p.entry_id
      and (d.customer_id = any(customers) or exists (select from unnest(needles) n where position(n in d.details) > 0))
    returning d.entry_id
  ), noted as (
    insert into audit_erasures (enterprise_id, entry_id) select current_enterprise_id(), g.entry_id from gone g on conflict do nothing
  )
  select (select count(*) from gone)::integer, case when (select count(*) from page) < at_most then null else (select max(p.entry_id::text)::uuid from page p) end;
end $$;
