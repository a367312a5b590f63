-- The oldest segment that is still there, once all of its entries are older than asked for; never younger than 400 days (screens 11.3).
create or replace function droppable_audit_segment(kept_days integer) returns table (first_number bigint, last_number bigint)
language sql stable security definer set search_path = public as $$
  select s.first_number, s.last_number from (
    select o.first_number, o.last_number from audit_segments o
    where o.enterprise_id = current_enterprise_id() and o.dropped_at is null order by o.first_number limit 1) s
  where not exists (
    select from audit_chain c where c.enterprise_id = current_enterprise_id() and c.number between s.first_number and s.last_number
      and c.at > now() - make_interval(days => greatest(kept_days, 400)))
$$;
