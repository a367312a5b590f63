-- Asked before anybody has signed in. Each answers no more than its caller needs.
create or replace function find_sso_domain(wanted text) returns table (enterprise_id uuid, connection_id uuid)
language sql stable security definer set search_path = public as $$
  select d.enterprise_id, d.connection_id from sso_domains d
    join sso_connections c on c.enterprise_id = d.enterprise_id and c.connection_id = d.connection_id
    where d.domain = lower(wanted) and d.verified_at is not null and c.state = 'on'
$$;
