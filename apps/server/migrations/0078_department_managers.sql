-- Who is of a department: those who are mapped to it, and whoever manages it, as long as they do. Asked with the rights of the reader, so the
-- policies of both tables hold.
create view department_members with (security_invoker = true) as
  select enterprise_id, department_id, user_id from department_users
  union
  select enterprise_id, department_id, manager_id from departments where manager_id is not null;
grant select on department_members to parley_app;

-- A new manager is of the department with the next call.
drop trigger actors_changed on departments;
create trigger actors_changed after insert or update of deleted_at, manager_id on departments
  for each row execute function announce_actors_changed();

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

create or replace function find_api_key(wanted bytea) returns table (
  enterprise_id uuid, key_id uuid, key_name text, scopes text[], channel_ids uuid[], networks text[], expires_at timestamptz,
  last_used_at timestamptz, seen_networks text[], user_id uuid, name text, email text, role_codes integer[], own_permissions text[],
  own_scopes text[], own_masks text[], department_ids uuid[]
) language sql stable security definer set search_path = public as $$
  select k.enterprise_id, k.key_id, k.name, k.scopes, k.channel_ids, k.networks, k.expires_at, k.last_used_at, k.seen_networks,
    u.user_id, u.name, u.email,
    array(select r.role_code from user_roles r where r.enterprise_id = k.enterprise_id and r.user_id = k.created_by order by r.role_code),
    array(select distinct p from user_roles r join roles o on o.enterprise_id = r.enterprise_id and o.code = r.role_code, unnest(o.permissions) p
      where r.enterprise_id = k.enterprise_id and r.user_id = k.created_by),
    array(select o.data_scope from user_roles r join roles o on o.enterprise_id = r.enterprise_id and o.code = r.role_code
      where r.enterprise_id = k.enterprise_id and r.user_id = k.created_by),
    array(select array_to_string(o.masked_fields, ',') from user_roles r join roles o on o.enterprise_id = r.enterprise_id and o.code = r.role_code
      where r.enterprise_id = k.enterprise_id and r.user_id = k.created_by),
    array(select d.department_id from department_members d join departments p on p.enterprise_id = d.enterprise_id and p.department_id = d.department_id
      where d.enterprise_id = k.enterprise_id and d.user_id = k.created_by and p.deleted_at is null)
  from api_keys k join users u on u.enterprise_id = k.enterprise_id and u.user_id = k.created_by
  where k.hash = wanted and k.stopped_at is null and (k.expires_at is null or k.expires_at > now()) and u.state = 1
$$;
