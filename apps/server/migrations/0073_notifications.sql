-- By which ways a user hears of a kind. Without a row it is as the contract's table of kinds says.
create table notification_preferences (
  enterprise_id uuid not null,
  user_id uuid not null,
  kind text not null,
  in_app boolean not null,
  sound boolean not null,
  mail boolean not null,
  push boolean not null,
  primary key (enterprise_id, user_id, kind),
  foreign key (enterprise_id, user_id) references users on delete cascade
);
select protect_tenant_table('notification_preferences');

-- The hour of the own day at which mails of notifications go out as one; null: each as it happens.
alter table users add column digest_hour smallint check (digest_hour between 0 and 23);

-- Notifications that go out by mail. One waits for each kind and cause, and counts what comes meanwhile; those sent say when the last one was.
create table notification_mails (
  enterprise_id uuid not null,
  mail_id uuid not null,
  user_id uuid not null,
  kind text not null,
  cause text not null default '',
  code text not null,
  values jsonb not null default '{}',
  link text not null default '',
  count integer not null default 1,
  due_at timestamptz not null,
  sent_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (enterprise_id, mail_id),
  foreign key (enterprise_id, user_id) references users on delete cascade
);
select protect_tenant_table('notification_mails');
create unique index notification_mails_waiting on notification_mails (enterprise_id, user_id, kind, cause) where sent_at is null;
create index notification_mails_due on notification_mails (due_at) where sent_at is null;
create index notification_mails_sent on notification_mails (enterprise_id, user_id, kind, cause, sent_at) where sent_at is not null;

create function users_with_due_mails(at timestamptz, most integer) returns table (enterprise_id uuid, user_id uuid)
language sql stable security definer set search_path = public as $$
  select m.enterprise_id, m.user_id from notification_mails m where m.sent_at is null and m.due_at <= at
  group by 1, 2 order by min(m.due_at) limit most
$$;
-- A mail that was sent is of use until the next one of its cause may go.
create function delete_sent_notification_mails(older_than timestamptz) returns void
language sql volatile security definer set search_path = public as $$ delete from notification_mails where sent_at < older_than $$;
revoke execute on function users_with_due_mails(timestamptz, integer), delete_sent_notification_mails(timestamptz) from public;
grant execute on function users_with_due_mails(timestamptz, integer), delete_sent_notification_mails(timestamptz) to parley_app;
