create or replace function find_sso_attempt(wanted bytea) returns table (enterprise_id uuid, attempt_id uuid)
language sql stable security definer set search_path = public as $$
  select a.enterprise_id, a.attempt_id from sso_attempts a where a.state_hash = wanted
$$;
