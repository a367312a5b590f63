-- With what the enterprise asks of its sessions. `must_enrol`: a second factor is required, and the user has none.
create or replace function find_session(wanted bytea) returns table (
  enterprise_id uuid, session_id uuid, user_id uuid, kind text, last_seen_at timestamptz, expires_at timestamptz, proved_at timestamptz,
  connection_id uuid, name text, email text, role_codes integer[], own_permissions text[], own_scopes text[], own_masks text[],
  department_ids uuid[], networks text[], must_enrol boolean
) language plpgsql stable security definer set search_path = public as $$
#variable_conflict use_column
declare
  own boolean;
  security enterprise_security%rowtype;
begin
  select s.enterprise_id, s.session_id, s.user_id, s.kind, s.last_seen_at, s.expires_at, s.proved_at, s.connection_id, u.name, u.email
    into enterprise_id, session_id, user_id, kind, last_seen_at, expires_at, proved_at, connection_id, name, email
    from sessions s join users u on u.enterprise_id = s.enterprise_id and u.user_id = s.user_id
    where s.token_hash = wanted and s.expires_at > now() and u.state = 1;
  if not found then
    return;
  end if;
  select e.* into security from enterprise_security e where e.enterprise_id = find_session.enterprise_id;
  if security.idle_minutes is not null then
    expires_at := least(expires_at, last_seen_at + make_interval(mins => security.idle_minutes));
    if expires_at <= now() then
      return;
    end if;
  end if;
  networks := coalesce(security.networks, '{}');
  must_enrol := coalesce(security.require_two_factor and coalesce(security.grace_until <= now(), true) and connection_id is null
    and not exists (select from user_factors f where f.enterprise_id = find_session.enterprise_id and f.user_id = find_session.user_id
      and f.confirmed_at is not null), false);
  select coalesce(array_agg(r.role_code order by r.role_code), '{}'), coalesce(bool_or(r.role_code >= 101), false)
    into role_codes, own
    from user_roles r where r.enterprise_id = find_session.enterprise_id and r.user_id = find_session.user_id;
  own_permissions := '{}';
  own_scopes := '{}';
  own_masks := '{}';
  if own then
    select coalesce(array_agg(distinct p), '{}') into own_permissions
      from roles o, unnest(o.permissions) p where o.enterprise_id = find_session.enterprise_id and o.code = any (role_codes);
    select coalesce(array_agg(o.data_scope), '{}'), coalesce(array_agg(array_to_string(o.masked_fields, ',')), '{}') into own_scopes, own_masks
      from roles o where o.enterprise_id = find_session.enterprise_id and o.code = any (role_codes);
  end if;
  select coalesce(array_agg(d.department_id order by d.department_id), '{}') into department_ids
    from department_members d join departments p on p.enterprise_id = d.enterprise_id and p.department_id = d.department_id
    where d.enterprise_id = find_session.enterprise_id and d.user_id = find_session.user_id and p.deleted_at is null;
  return next;
end $$;
