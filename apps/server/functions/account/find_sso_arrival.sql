create or replace function find_sso_arrival(wanted bytea) returns uuid
language sql stable security definer set search_path = public as $$
  select a.enterprise_id from sso_arrivals a where a.token_hash = wanted
$$;
