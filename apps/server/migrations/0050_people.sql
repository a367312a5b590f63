-- What enterprises ask of whoever signs in. No row: nothing but what the installation asks.
create table enterprise_security (
  enterprise_id uuid primary key references enterprises,
  require_two_factor boolean not null default false,
  -- Until then people without a second factor still get in
  grace_until timestamptz,
  -- Null: the installation's length; sessions end by whichever of the two comes first
  session_hours integer check (session_hours between 1 and 720),
  idle_minutes integer check (idle_minutes between 5 and 10080),
  -- Of e-mail addresses that may be invited; none: all
  domains text[] not null default '{}',
  -- In CIDR notation; none: all
  networks text[] not null default '{}',
  password_days integer check (password_days between 1 and 3650),
  version integer not null default 1,
  updated_at timestamptz not null default now()
);
select protect_tenant_table('enterprise_security');

create table departments (
  enterprise_id uuid not null references enterprises,
  department_id uuid not null,
  name text not null check (name <> ''),
  description text not null default '',
  manager_id uuid,
  -- Who takes over while nobody of the department can
  fallback_id uuid,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (enterprise_id, department_id),
  foreign key (enterprise_id, manager_id) references users,
  foreign key (enterprise_id, fallback_id) references departments
);
select protect_tenant_table('departments');
create unique index departments_by_name on departments (enterprise_id, lower(name)) where deleted_at is null;
create index departments_by_manager on departments (enterprise_id, manager_id) where manager_id is not null;

create table department_users (
  enterprise_id uuid not null,
  department_id uuid not null,
  user_id uuid not null,
  primary key (enterprise_id, department_id, user_id),
  foreign key (enterprise_id, department_id) references departments on delete cascade,
  foreign key (enterprise_id, user_id) references users on delete cascade
);
select protect_tenant_table('department_users');
create index department_users_by_user on department_users (enterprise_id, user_id);

alter table users
  add version integer not null default 1,
  add password_changed_at timestamptz not null default now(),
  add languages text[] not null default '{}',
  -- Of agents: chats go to the highest first
  add priority integer not null default 0 check (priority between 0 and 100);

-- A second way to prove who somebody is. It counts once it is confirmed.
create table user_factors (
  enterprise_id uuid not null,
  factor_id uuid not null,
  user_id uuid not null,
  -- 1 code by e-mail, 2 authenticator app, 4 passkey
  kind smallint not null check (kind in (1, 2, 4)),
  name text not null default '',
  -- Of an app: sealed, and the last time step that was used
  secret text not null default '',
  last_step bigint not null default 0,
  -- Of a passkey (WebAuthn)
  credential_id bytea unique,
  public_key bytea,
  counter bigint not null default 0,
  transports text[] not null default '{}',
  confirmed_at timestamptz,
  last_used_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (enterprise_id, factor_id),
  foreign key (enterprise_id, user_id) references users on delete cascade
);
select protect_tenant_table('user_factors');
create index user_factors_by_user on user_factors (enterprise_id, user_id);
create unique index user_factors_one_of_a_kind on user_factors (enterprise_id, user_id, kind) where kind in (1, 2);

alter table sessions
  -- When the user last proved with password or factor that it is they
  add proved_at timestamptz,
  -- The identity provider's connection that it came by, and how the provider knows the session (sealed)
  add connection_id uuid,
  add provider_session text not null default '';

create trigger actors_changed after insert or update or delete on enterprise_security
  for each row execute function announce_actors_changed();
create trigger actors_changed after insert or update or delete on department_users
  for each row execute function announce_actors_changed();
create trigger actors_changed after update of deleted_at on departments
  for each row execute function announce_actors_changed();
create trigger actors_changed after insert or delete or update of confirmed_at on user_factors
  for each row execute function announce_actors_changed();
drop trigger actors_changed on sessions;
create trigger actors_changed after delete or update of expires_at, token_hash, user_id, proved_at on sessions
  for each row execute function announce_actors_changed();

drop function find_session_by_id(uuid, uuid);
drop function find_session(bytea);
-- With what the enterprise asks of its sessions. `must_enrol`: a second factor is required, and the user has none.
create function find_session(wanted bytea) returns table (
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
    from department_users d join departments p on p.enterprise_id = d.enterprise_id and p.department_id = d.department_id
    where d.enterprise_id = find_session.enterprise_id and d.user_id = find_session.user_id and p.deleted_at is null;
  return next;
end $$;
create function find_session_by_id(wanted_enterprise uuid, wanted uuid) returns table (
  enterprise_id uuid, session_id uuid, user_id uuid, kind text, last_seen_at timestamptz, expires_at timestamptz, proved_at timestamptz,
  connection_id uuid, name text, email text, role_codes integer[], own_permissions text[], own_scopes text[], own_masks text[],
  department_ids uuid[], networks text[], must_enrol boolean
) language sql stable security definer set search_path = public as $$
  select f.* from sessions s, find_session(s.token_hash) f where s.enterprise_id = wanted_enterprise and s.session_id = wanted
$$;
