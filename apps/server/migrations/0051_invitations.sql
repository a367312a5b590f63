-- Who is asked to join. One that is revoked or accepted stays, as the record of who asked whom.
create table invitations (
  enterprise_id uuid not null references enterprises,
  invitation_id uuid not null,
  email text not null check (email = lower(email)),
  roles integer[] not null,
  department_ids uuid[] not null default '{}',
  -- SHA-256 of what the link in the newest mail holds
  token_hash bytea not null unique,
  state text not null default 'pending' check (state in ('pending', 'accepted', 'revoked')),
  expires_at timestamptz not null,
  sent_count integer not null default 1,
  -- The newest mails, so that nobody's inbox is filled
  sent_at timestamptz[] not null default '{}',
  invited_by uuid,
  created_at timestamptz not null default now(),
  primary key (enterprise_id, invitation_id),
  foreign key (enterprise_id, invited_by) references users
);
select protect_tenant_table('invitations');
create unique index invitations_one_pending on invitations (enterprise_id, email) where state = 'pending';
create index invitations_by_time on invitations (enterprise_id, invitation_id desc) where state = 'pending';
create index invitations_by_email on invitations (enterprise_id, email);

-- Asked before anybody has signed in.
create function find_invitation(wanted bytea) returns table (enterprise_id uuid, invitation_id uuid) language sql stable security definer
set search_path = public as $$
  select i.enterprise_id, i.invitation_id from invitations i where i.token_hash = wanted
$$;
