-- Domains whose record was not looked at since then.
create or replace function list_sso_domains(before timestamptz, most integer) returns table (enterprise_id uuid, domain text)
language sql stable security definer set search_path = public as $$
  select d.enterprise_id, d.domain from sso_domains d where d.verified_at is not null and d.checked_at < before order by d.checked_at limit most
$$;
