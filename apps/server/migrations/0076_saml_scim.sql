alter table sso_connections
  -- {signInUrl, logoutUrl, certificates, emailAttribute, nameAttribute, isProviderStarted}
  add saml jsonb,
  -- Of our own signatures to a SAML provider: the certificate that its metadata shows, and the sealed key
  add signing_certificate text not null default '',
  add signing_key text not null default '',
  add scim_key_hash bytea,
  add scim_key_ending text not null default '',
  add scim_key_made_at timestamptz,
  add scim_used_at timestamptz,
  -- Who gets the work of people whom the provider deactivates
  add scim_heir uuid,
  add constraint sso_connections_saml check ((kind = 'saml') = (saml is not null)),
  add constraint sso_connections_scim check ((scim_key_hash is null) = (scim_key_made_at is null)),
  add constraint sso_connections_heir foreign key (enterprise_id, scim_heir) references users;

-- Logout tokens and SAML assertions alike count once.
create table sso_spent_tokens (
  enterprise_id uuid not null,
  connection_id uuid not null,
  token_hash bytea not null,
  expires_at timestamptz not null,
  primary key (enterprise_id, connection_id, token_hash),
  foreign key (enterprise_id, connection_id) references sso_connections on delete cascade
);
select protect_tenant_table('sso_spent_tokens');
insert into sso_spent_tokens (enterprise_id, connection_id, token_hash, expires_at)
  select enterprise_id, connection_id, token_hash, expires_at from sso_logout_tokens;
drop table sso_logout_tokens;

-- A SAML answer that has come, until the page that the browser is sent to asks for it.
create table sso_arrivals (
  enterprise_id uuid not null,
  token_hash bytea not null,
  connection_id uuid not null,
  -- Of the attempt that it answers; null: the sign-in began at the provider
  state_hash bytea,
  -- Sealed: what the provider vouches for, or why the answer was refused
  outcome text not null,
  route_path text not null default '',
  tested_by uuid,
  expires_at timestamptz not null,
  primary key (enterprise_id, token_hash),
  foreign key (enterprise_id, connection_id) references sso_connections on delete cascade
);
select protect_tenant_table('sso_arrivals');
create unique index sso_arrivals_by_token on sso_arrivals (token_hash);

-- Whom a provider manages by SCIM.
create table scim_users (
  enterprise_id uuid not null,
  connection_id uuid not null,
  user_id uuid not null,
  external_id text not null default '',
  -- Roles that the groups gave last
  given_roles integer[] not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (enterprise_id, connection_id, user_id),
  foreign key (enterprise_id, connection_id) references sso_connections on delete cascade,
  foreign key (enterprise_id, user_id) references users on delete cascade
);
select protect_tenant_table('scim_users');
create unique index scim_users_by_external_id on scim_users (enterprise_id, connection_id, external_id) where external_id <> '';

create table scim_groups (
  enterprise_id uuid not null,
  connection_id uuid not null,
  group_id uuid not null,
  display_name text not null check (display_name <> ''),
  external_id text not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (enterprise_id, group_id),
  foreign key (enterprise_id, connection_id) references sso_connections on delete cascade
);
select protect_tenant_table('scim_groups');
create unique index scim_groups_by_name on scim_groups (enterprise_id, connection_id, lower(display_name));

create table scim_group_members (
  enterprise_id uuid not null,
  group_id uuid not null,
  user_id uuid not null,
  primary key (enterprise_id, group_id, user_id),
  foreign key (enterprise_id, group_id) references scim_groups on delete cascade,
  foreign key (enterprise_id, user_id) references users on delete cascade
);
select protect_tenant_table('scim_group_members');
create index scim_group_members_by_user on scim_group_members (enterprise_id, user_id);

create function find_sso_arrival(wanted bytea) returns uuid
language sql stable security definer set search_path = public as $$
  select a.enterprise_id from sso_arrivals a where a.token_hash = wanted
$$;

create or replace function delete_ended_account_rows(at timestamptz) returns void
language sql volatile security definer set search_path = public as $$
  delete from sessions where expires_at < at - interval '1 day';
  delete from account_links where expires_at < at - interval '30 days';
  delete from known_sign_ins where last_seen_at < at - interval '1 year';
  delete from login_challenges where expires_at < at - interval '1 hour';
  delete from sso_attempts where expires_at < at - interval '1 hour';
  delete from sso_arrivals where expires_at < at - interval '1 hour';
  delete from sso_spent_tokens where expires_at < at
$$;
