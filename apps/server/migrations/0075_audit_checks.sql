-- When the program itself last checked the trail of an enterprise, and the break that it has told the administrators of.
create table audit_checks (
  enterprise_id uuid primary key references enterprises on delete cascade,
  checked_at timestamptz not null,
  told text not null default ''
);
select protect_tenant_table('audit_checks');

create function audits_to_check(before timestamptz, most integer) returns table (enterprise_id uuid)
language sql stable security definer set search_path = public as $$
  select e.enterprise_id from enterprises e left join audit_checks c on c.enterprise_id = e.enterprise_id
  where c.checked_at is null or c.checked_at <= before
  order by c.checked_at nulls first limit most
$$;
revoke execute on function audits_to_check(timestamptz, integer) from public;
grant execute on function audits_to_check(timestamptz, integer) to parley_app;
