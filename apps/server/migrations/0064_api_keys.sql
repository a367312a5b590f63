-- Keys with which other programs call the API. The key itself is not kept: its SHA-256 is.
create table api_keys (
  enterprise_id uuid not null references enterprises,
  key_id uuid not null,
  name text not null check (name <> ''),
  hash bytea not null unique,
  start text not null,
  ending text not null,
  scopes text[] not null,
  -- None: every channel
  channel_ids uuid[] not null default '{}',
  networks text[] not null default '{}',
  expires_at timestamptz,
  -- Ended with its maker's account, and not by coming back
  stopped_at timestamptz,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  last_address text not null default '',
  -- Where it was used from before, so that another place is told of
  seen_networks text[] not null default '{}',
  primary key (enterprise_id, key_id),
  foreign key (enterprise_id, created_by) references users
);
select protect_tenant_table('api_keys');
create index api_keys_by_maker on api_keys (enterprise_id, created_by);
create trigger actors_changed after delete or update of stopped_at, expires_at on api_keys
  for each row execute function announce_actors_changed();

-- Who is behind a key: its maker, with the rights that the maker has now.
create function find_api_key(wanted bytea) returns table (
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
    array(select d.department_id from department_users d join departments p on p.enterprise_id = d.enterprise_id and p.department_id = d.department_id
      where d.enterprise_id = k.enterprise_id and d.user_id = k.created_by and p.deleted_at is null)
  from api_keys k join users u on u.enterprise_id = k.enterprise_id and u.user_id = k.created_by
  where k.hash = wanted and k.stopped_at is null and (k.expires_at is null or k.expires_at > now()) and u.state = 1
$$;
