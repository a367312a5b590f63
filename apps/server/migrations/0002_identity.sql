create table enterprises (
  enterprise_id uuid primary key,
  name text not null check (name <> ''),
  address text not null default '',
  city text not null default '',
  region text not null default '',
  country text not null default '',
  pincode text not null default '',
  time_zone text not null default 'UTC',
  -- Settings by area, each with the shape of its contract schema: {"chat": {...}}
  settings jsonb not null default '{}',
  created_at timestamptz not null default now()
);
select protect_tenant_table('enterprises', 'select, insert, update');

create table users (
  enterprise_id uuid not null references enterprises,
  user_id uuid not null,
  name text not null check (name <> ''),
  -- Lower case; one address is one user of the installation, since people sign in by it alone.
  email text not null unique check (email = lower(email)),
  phone text not null default '',
  password_hash text not null,
  -- 1 active, 2 deactivated
  state smallint not null default 1 check (state in (1, 2)),
  activated_at timestamptz,
  profile_file_id uuid,
  time_zone text not null default '',
  language text not null default 'en',
  enable_chat_notification boolean not null default true,
  audio_settings jsonb,
  handles_chats boolean not null default true,
  -- null: the enterprise's setting counts
  max_chats integer check (max_chats > 0),
  agent_status smallint not null default 0 check (agent_status in (0, 1, 2)),
  agent_status_reason text not null default '',
  last_login_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (enterprise_id, user_id)
);
select protect_tenant_table('users');
create index users_by_name on users (enterprise_id, state, lower(name), user_id);

-- Own roles; the built-in ones are in the code and have no row.
create table roles (
  enterprise_id uuid not null references enterprises,
  code integer not null check (code >= 101),
  name text not null check (name <> ''),
  description text not null default '',
  permissions text[] not null default '{}',
  data_scope text not null default 'enterprise' check (data_scope in ('own', 'department', 'enterprise')),
  masked_fields text[] not null default '{}',
  version integer not null default 1,
  updated_by uuid,
  updated_at timestamptz not null default now(),
  primary key (enterprise_id, code)
);
select protect_tenant_table('roles');
create unique index roles_by_name on roles (enterprise_id, lower(name));

create table user_roles (
  enterprise_id uuid not null,
  user_id uuid not null,
  role_code integer not null,
  primary key (enterprise_id, user_id, role_code),
  foreign key (enterprise_id, user_id) references users on delete cascade
);
select protect_tenant_table('user_roles');
create index user_roles_by_role on user_roles (enterprise_id, role_code);

create table sessions (
  enterprise_id uuid not null,
  session_id uuid not null,
  user_id uuid not null,
  -- SHA-256 of the token; the token itself is nowhere
  token_hash bytea not null unique,
  kind text not null default 'password' check (kind in ('password', 'sso')),
  address text not null default '',
  user_agent text not null default '',
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (enterprise_id, session_id),
  foreign key (enterprise_id, user_id) references users on delete cascade
);
select protect_tenant_table('sessions');
create index sessions_by_user on sessions (enterprise_id, user_id);

-- The few questions that are asked before the enterprise is known. Each answers no more than its caller needs.
create function find_session(wanted bytea) returns table (
  enterprise_id uuid, session_id uuid, user_id uuid, kind text, last_seen_at timestamptz,
  name text, email text, role_codes integer[], own_permissions text[], own_scopes text[], own_masks text[]
) language sql stable security definer set search_path = public as $$
  select s.enterprise_id, s.session_id, s.user_id, s.kind, s.last_seen_at, u.name, u.email,
    array(select r.role_code from user_roles r where r.enterprise_id = s.enterprise_id and r.user_id = s.user_id order by r.role_code),
    array(select distinct p from user_roles r join roles o on o.enterprise_id = r.enterprise_id and o.code = r.role_code, unnest(o.permissions) p
      where r.enterprise_id = s.enterprise_id and r.user_id = s.user_id),
    array(select o.data_scope from user_roles r join roles o on o.enterprise_id = r.enterprise_id and o.code = r.role_code
      where r.enterprise_id = s.enterprise_id and r.user_id = s.user_id),
    array(select array_to_string(o.masked_fields, ',') from user_roles r join roles o on o.enterprise_id = r.enterprise_id and o.code = r.role_code
      where r.enterprise_id = s.enterprise_id and r.user_id = s.user_id)
  from sessions s join users u on u.enterprise_id = s.enterprise_id and u.user_id = s.user_id
  where s.token_hash = wanted and s.expires_at > now() and u.state = 1
$$;

create function find_login(wanted text) returns table (
  enterprise_id uuid, user_id uuid, name text, email text, password_hash text, state smallint, activated_at timestamptz
) language sql stable security definer set search_path = public as $$
  select u.enterprise_id, u.user_id, u.name, u.email, u.password_hash, u.state, u.activated_at from users u where u.email = lower(wanted)
$$;

create function list_enterprise_ids() returns setof uuid language sql stable security definer set search_path = public as
$$ select enterprise_id from enterprises $$;
