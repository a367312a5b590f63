create or replace function audits_to_check(before timestamptz, most integer) returns table (enterprise_id uuid)
language sql stable security definer set search_path = public as $$
  select e.enterprise_id from enterprises e left join audit_checks c on c.enterprise_id = e.enterprise_id
  where c.checked_at is null or c.checked_at <= before
  order by c.checked_at nulls first limit most
$$;
