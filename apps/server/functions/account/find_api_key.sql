-- Who is behind a key: its maker, with the rights that the maker has now.
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
