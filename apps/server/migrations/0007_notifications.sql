create table notifications (
  enterprise_id uuid not null,
  notification_id uuid not null,
  user_id uuid not null,
  kind text not null,
  -- Unread notifications of one kind and cause are one row with a count
  cause text not null default '',
  title text not null,
  text text not null default '',
  link text not null default '',
  count integer not null default 1,
  read_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (enterprise_id, notification_id),
  foreign key (enterprise_id, user_id) references users on delete cascade
);
select protect_tenant_table('notifications');
create index notifications_by_user on notifications (enterprise_id, user_id, created_at desc, notification_id desc);
create unique index notifications_unread on notifications (enterprise_id, user_id, kind, cause) where read_at is null;

create function delete_old_notifications(older_than timestamptz) returns void language sql volatile security definer set search_path = public as
$$ delete from notifications where created_at < older_than $$;
