-- Changes of a past range, and what would have been: its chats are replayed by a job.
create table chat_scenarios (
  enterprise_id uuid not null references enterprises,
  scenario_id uuid not null,
  name text not null check (name <> ''),
  from_date date not null,
  to_date date not null check (to_date >= from_date),
  -- Ids of departments; '': chats of none. No foreign keys: a scenario outlives its departments
  departments text[] not null,
  changes jsonb not null,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  state text not null check (state in ('waiting', 'running', 'done', 'cannotTell', 'failed')),
  failure text not null default '',
  -- The run that may tell of itself: a new one takes the place of the one before
  run_id uuid not null,
  done integer not null default 0,
  of_all integer not null default 0,
  told_at timestamptz not null,
  result jsonb,
  finished_at timestamptz,
  primary key (enterprise_id, scenario_id),
  foreign key (enterprise_id, created_by) references users
);
select protect_tenant_table('chat_scenarios');
create index chat_scenarios_by_time on chat_scenarios (enterprise_id, created_at desc, scenario_id desc);
create index chat_scenarios_of_users on chat_scenarios (enterprise_id, created_by);
