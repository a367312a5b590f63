create or replace function is_leased(enterprise uuid, wanted_work text, wanted_id uuid) returns boolean
language sql stable security definer set search_path = public as $$
  select exists (
    select from leases l
    where l.enterprise_id = enterprise and l.work = wanted_work and l.work_id = wanted_id and l.held_until > now())
$$;
