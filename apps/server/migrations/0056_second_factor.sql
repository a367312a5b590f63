-- Of an app that is being set up or replaced: sealed; it counts once a code of it has been checked.
alter table user_factors add pending_secret text not null default '';

-- What waits for a proof: a sign-in for its second factor, a session for a fresh one, a factor for its first code.
create table login_challenges (
  enterprise_id uuid not null,
  challenge_id uuid not null,
  user_id uuid not null,
  purpose text not null check (purpose in ('login', 'proof', 'enrolment')),
  -- SHA-256 of the id that the browser holds
  token_hash bytea not null unique,
  -- Of a proof or an enrolment
  session_id uuid,
  -- Of a sign-in: what it was asked with, and the SHA-256 of the password's hash, which must still stand
  remove_existing boolean not null default false,
  route_path text not null default '',
  password_mark bytea,
  -- SHA-256 of the code by e-mail, salted with the id
  code_hash bytea,
  code_sent_at timestamptz,
  mails integer not null default 0,
  -- Wrong codes so far
  failures integer not null default 0,
  -- What a passkey has to sign
  webauthn text not null default '',
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (enterprise_id, challenge_id),
  foreign key (enterprise_id, user_id) references users on delete cascade,
  foreign key (enterprise_id, session_id) references sessions on delete cascade
);
select protect_tenant_table('login_challenges');
create index login_challenges_by_user on login_challenges (enterprise_id, user_id, created_at);

create function find_login_challenge(wanted bytea) returns table (enterprise_id uuid, challenge_id uuid, user_id uuid)
language sql stable security definer set search_path = public as $$
  select c.enterprise_id, c.challenge_id, c.user_id from login_challenges c where c.token_hash = wanted
$$;

create table recovery_codes (
  enterprise_id uuid not null,
  user_id uuid not null,
  -- SHA-256 of the code, of 80 random bits
  code_hash bytea not null,
  used_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (enterprise_id, user_id, code_hash),
  foreign key (enterprise_id, user_id) references users on delete cascade
);
select protect_tenant_table('recovery_codes');

-- Wrong codes of a user over all attempts to sign in.
create table factor_failures (
  enterprise_id uuid not null,
  user_id uuid not null,
  failed_at timestamptz[] not null default '{}',
  primary key (enterprise_id, user_id),
  foreign key (enterprise_id, user_id) references users on delete cascade
);
select protect_tenant_table('factor_failures');

-- Enterprises in which a second factor became required since `since`: whoever has none loses the open sockets.
create function list_ended_graces(since timestamptz, at timestamptz) returns setof uuid
language sql stable security definer set search_path = public as $$
  select enterprise_id from enterprise_security where require_two_factor and grace_until > since and grace_until <= at
$$;

create or replace function delete_ended_account_rows(at timestamptz) returns void
language sql volatile security definer set search_path = public as $$
  delete from sessions where expires_at < at - interval '1 day';
  delete from account_links where expires_at < at - interval '30 days';
  delete from known_sign_ins where last_seen_at < at - interval '1 year';
  delete from login_challenges where expires_at < at - interval '1 hour'
$$;
