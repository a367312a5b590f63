-- Boards that are mailed at a time.
create table report_schedules (
  enterprise_id uuid not null references enterprises,
  schedule_id uuid not null,
  owner_id uuid not null,
  board_id uuid not null,
  rhythm text not null check (rhythm in ('daily', 'weekly', 'monthly')),
  weekday smallint not null check (weekday between 1 and 7),
  month_day smallint not null check (month_day between 1 and 31),
  -- By the clocks of the enterprise
  at_time text not null check (at_time ~ '^\d\d:\d\d$'),
  user_ids uuid[] not null,
  only_with_rows boolean not null default false,
  is_active boolean not null default true,
  next_due_at timestamptz not null,
  last_due_at timestamptz,
  version integer not null default 1,
  primary key (enterprise_id, schedule_id),
  foreign key (enterprise_id, owner_id) references users on delete cascade,
  foreign key (enterprise_id, board_id) references boards on delete cascade
) with (fillfactor = 70);
select protect_tenant_table('report_schedules');
create index report_schedules_due on report_schedules (next_due_at) where is_active;
create index report_schedules_of_boards on report_schedules (enterprise_id, board_id);
create index report_schedules_of_owners on report_schedules (enterprise_id, owner_id);

-- One mail to one user at one time: the key keeps it from going twice.
create table report_deliveries (
  enterprise_id uuid not null,
  schedule_id uuid not null,
  due_at timestamptz not null,
  user_id uuid not null,
  state text not null check (state in ('DUE', 'SENDING', 'SENT', 'SKIPPED', 'FAILED')),
  reason text not null default '',
  tries smallint not null default 0,
  -- Of one that is due: when it is tried; of one that is being sent: when it counts as broken off
  next_at timestamptz not null,
  state_at timestamptz not null,
  is_late boolean not null default false,
  is_asked boolean not null default false,
  primary key (enterprise_id, schedule_id, due_at, user_id),
  foreign key (enterprise_id, schedule_id) references report_schedules on delete cascade,
  foreign key (enterprise_id, user_id) references users on delete cascade
) with (fillfactor = 70);
select protect_tenant_table('report_deliveries');
create index report_deliveries_due on report_deliveries (next_at) where state in ('DUE', 'SENDING');
create index report_deliveries_of_users on report_deliveries (enterprise_id, user_id);
create index report_deliveries_by_time on report_deliveries (due_at);
