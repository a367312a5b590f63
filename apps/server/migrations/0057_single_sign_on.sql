create table sso_connections (
  enterprise_id uuid not null references enterprises,
  connection_id uuid not null,
  kind text not null check (kind in ('oidc', 'saml')),
  name text not null check (name <> ''),
  issuer text not null,
  client_id text not null,
  -- Sealed
  client_secret text not null default '',
  group_claim text not null default 'groups',
  -- [{providerGroup, roles}]
  role_map jsonb not null default '[]',
  default_roles integer[] not null default '{}',
  state text not null default 'draft' check (state in ('draft', 'tested', 'on')),
  is_enforced boolean not null default false,
  -- Administrators who sign in by password although it is enforced
  exempt_user_ids uuid[] not null default '{}',
  tested_at timestamptz,
  -- Whose rights bound what the role map gives
  edited_by uuid not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (enterprise_id, connection_id),
  check (state = 'on' or not is_enforced),
  foreign key (enterprise_id, edited_by) references users
);
select protect_tenant_table('sso_connections');

create table sso_domains (
  enterprise_id uuid not null,
  domain text not null check (domain = lower(domain)),
  connection_id uuid not null,
  -- What the TXT record has to hold
  token text not null,
  verified_at timestamptz,
  checked_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (enterprise_id, domain),
  foreign key (enterprise_id, connection_id) references sso_connections on delete cascade
);
select protect_tenant_table('sso_domains');
-- A domain is one enterprise's; claims that nobody has proved keep nobody else out.
create unique index sso_domains_verified on sso_domains (domain) where verified_at is not null;

create table sso_attempts (
  enterprise_id uuid not null,
  attempt_id uuid not null,
  connection_id uuid not null,
  -- SHA-256 of the state that the browser holds
  state_hash bytea not null unique,
  -- Sealed: nonce and code verifier
  secrets text not null,
  route_path text not null default '',
  -- Who tests; null: somebody signs in
  tested_by uuid,
  used_at timestamptz,
  expires_at timestamptz not null,
  primary key (enterprise_id, attempt_id),
  foreign key (enterprise_id, connection_id) references sso_connections on delete cascade
);
select protect_tenant_table('sso_attempts');

-- Who a person is to a provider: its subject, never an e-mail address.
create table user_identities (
  enterprise_id uuid not null,
  connection_id uuid not null,
  subject text not null,
  user_id uuid not null,
  -- Roles that the role map gave last; the others are not its to take
  given_roles integer[] not null default '{}',
  last_login_at timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (enterprise_id, connection_id, subject),
  foreign key (enterprise_id, connection_id) references sso_connections on delete cascade,
  foreign key (enterprise_id, user_id) references users on delete cascade
);
select protect_tenant_table('user_identities');
create index user_identities_by_user on user_identities (enterprise_id, user_id);

-- Tokens that ended sessions once; kept until they would be over.
create table sso_logout_tokens (
  enterprise_id uuid not null,
  connection_id uuid not null,
  token_hash bytea not null,
  expires_at timestamptz not null,
  primary key (enterprise_id, connection_id, token_hash),
  foreign key (enterprise_id, connection_id) references sso_connections on delete cascade
);
select protect_tenant_table('sso_logout_tokens');

-- SHA-256 of the provider's own name of the session
alter table sessions add provider_sid bytea;
create index sessions_by_connection on sessions (enterprise_id, connection_id) where connection_id is not null;

-- Asked before anybody has signed in. Each answers no more than its caller needs.
create function find_sso_domain(wanted text) returns table (enterprise_id uuid, connection_id uuid)
language sql stable security definer set search_path = public as $$
  select d.enterprise_id, d.connection_id from sso_domains d
    join sso_connections c on c.enterprise_id = d.enterprise_id and c.connection_id = d.connection_id
    where d.domain = lower(wanted) and d.verified_at is not null and c.state = 'on'
$$;
create function find_sso_attempt(wanted bytea) returns table (enterprise_id uuid, attempt_id uuid)
language sql stable security definer set search_path = public as $$
  select a.enterprise_id, a.attempt_id from sso_attempts a where a.state_hash = wanted
$$;
create function find_sso_connection(wanted uuid) returns uuid
language sql stable security definer set search_path = public as $$
  select c.enterprise_id from sso_connections c where c.connection_id = wanted
$$;
create function is_sso_domain_taken(wanted text, by_other_than uuid) returns boolean
language sql stable security definer set search_path = public as $$
  select exists (select from sso_domains d where d.domain = lower(wanted) and d.verified_at is not null and d.enterprise_id <> by_other_than)
$$;
create function has_single_sign_on() returns boolean language sql stable security definer set search_path = public as $$
  select exists (select from sso_connections where state = 'on')
$$;
-- Domains whose record was not looked at since then.
create function list_sso_domains(before timestamptz, most integer) returns table (enterprise_id uuid, domain text)
language sql stable security definer set search_path = public as $$
  select d.enterprise_id, d.domain from sso_domains d where d.verified_at is not null and d.checked_at < before order by d.checked_at limit most
$$;

create or replace function delete_ended_account_rows(at timestamptz) returns void
language sql volatile security definer set search_path = public as $$
  delete from sessions where expires_at < at - interval '1 day';
  delete from account_links where expires_at < at - interval '30 days';
  delete from known_sign_ins where last_seen_at < at - interval '1 year';
  delete from login_challenges where expires_at < at - interval '1 hour';
  delete from sso_attempts where expires_at < at - interval '1 hour';
  delete from sso_logout_tokens where expires_at < at
$$;
