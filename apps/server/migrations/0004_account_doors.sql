-- What stands before a session: captchas, failed logins, links in mails, and what is remembered of earlier logins.
create table captchas (
  captcha_id uuid primary key,
  place text not null,
  -- SHA-256 of each answer that is accepted: the text of the picture, and the answer to the question
  answer_hashes bytea[] not null,
  expires_at timestamptz not null
);
create index captchas_by_expiry on captchas (expires_at);

create function add_captcha(id uuid, wanted_place text, hashes bytea[], at timestamptz, until timestamptz) returns void
language sql volatile security definer set search_path = public as $$
  delete from captchas where expires_at < at;
  insert into captchas (captcha_id, place, answer_hashes, expires_at) values (id, wanted_place, hashes, until)
$$;

-- An answer, right or wrong, uses the captcha up.
create function take_captcha(id uuid, wanted_place text, hash bytea, at timestamptz) returns boolean
language sql volatile security definer set search_path = public as $$
  with taken as (delete from captchas where captcha_id = id returning *)
  select coalesce((select place = wanted_place and expires_at > at and hash = any (answer_hashes) from taken), false)
$$;

create table login_attempts (
  -- SHA-256 of the e-mail: whether it belongs to anybody does not matter here
  account bytea not null,
  address text not null,
  attempted_at timestamptz[] not null default '{}',
  locked_until timestamptz,
  updated_at timestamptz not null default now(),
  primary key (account, address)
);
create index login_attempts_by_age on login_attempts (updated_at);

-- Counts an attempt before its password is checked, so that guesses made at the same moment cannot pass the limit together.
-- Answers until when the account is locked for this address; null: go on.
create function begin_login(wanted_account bytea, wanted_address text, at timestamptz, within interval, at_most integer) returns timestamptz
language plpgsql volatile security definer set search_path = public as $$
declare
  attempt login_attempts;
  recent timestamptz[];
begin
  delete from login_attempts where updated_at < at - interval '1 day';
  insert into login_attempts (account, address, updated_at) values (wanted_account, wanted_address, at) on conflict do nothing;
  select * into attempt from login_attempts where account = wanted_account and address = wanted_address for update;
  if attempt.locked_until > at then
    return attempt.locked_until;
  end if;
  recent := array(select a from unnest(attempt.attempted_at) a where a > at - within) || at;
  update login_attempts
    set attempted_at = recent, updated_at = at, locked_until = case when cardinality(recent) >= at_most then at + within end
    where account = wanted_account and address = wanted_address;
  return null;
end $$;

create function forget_login_attempts(wanted_account bytea, wanted_address text) returns void
language sql volatile security definer set search_path = public as
$$ delete from login_attempts where account = wanted_account and address = wanted_address $$;

create table account_links (
  enterprise_id uuid not null,
  link_id uuid not null,
  user_id uuid not null,
  kind text not null check (kind in ('activation', 'reset')),
  -- SHA-256 of the token in the mail
  token_hash bytea not null unique,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (enterprise_id, link_id),
  foreign key (enterprise_id, user_id) references users on delete cascade
);
select protect_tenant_table('account_links');
create index account_links_by_user on account_links (enterprise_id, user_id, kind, created_at);

create function find_account_link(wanted bytea) returns table (
  enterprise_id uuid, link_id uuid, user_id uuid, kind text, expires_at timestamptz, used_at timestamptz
) language sql stable security definer set search_path = public as $$
  select l.enterprise_id, l.link_id, l.user_id, l.kind, l.expires_at, l.used_at from account_links l where l.token_hash = wanted
$$;

-- Devices and addresses that a user has signed in from; a new one is told to the user.
create table known_sign_ins (
  enterprise_id uuid not null,
  user_id uuid not null,
  fingerprint bytea not null,
  last_seen_at timestamptz not null default now(),
  primary key (enterprise_id, user_id, fingerprint),
  foreign key (enterprise_id, user_id) references users on delete cascade
);
select protect_tenant_table('known_sign_ins');

create table push_devices (
  enterprise_id uuid not null,
  token_hash bytea not null,
  user_id uuid not null,
  token text not null,
  device_type smallint not null,
  created_at timestamptz not null default now(),
  primary key (enterprise_id, token_hash),
  foreign key (enterprise_id, user_id) references users on delete cascade
);
select protect_tenant_table('push_devices');
create index push_devices_by_user on push_devices (enterprise_id, user_id);
