create or replace function find_sso_connection(wanted uuid) returns uuid
language sql stable security definer set search_path = public as $$
  select c.enterprise_id from sso_connections c where c.connection_id = wanted
$$;
