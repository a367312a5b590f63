-- Limits at which alarms of a department ring; 0 and false: never. A row without department is for the chats of none.
create table chat_alarm_limits (
  enterprise_id uuid not null references enterprises,
  limits_id uuid not null,
  dept_id uuid,
  wait_seconds integer not null default 0 check (wait_seconds between 0 and 86400),
  unanswered_seconds integer not null default 0 check (unanswered_seconds between 0 and 86400),
  queue_length integer not null default 0 check (queue_length between 0 and 100000),
  nobody_online boolean not null default false,
  version integer not null default 1,
  primary key (enterprise_id, limits_id),
  foreign key (enterprise_id, dept_id) references departments on delete cascade
);
select protect_tenant_table('chat_alarm_limits');
create unique index chat_alarm_limits_by_department on chat_alarm_limits (enterprise_id, dept_id) nulls not distinct;

-- Alarms that ring: a row is there from the limit on until 30 s below it, so that a restart rings nothing twice.
create table chat_alarms (
  enterprise_id uuid not null references enterprises,
  alarm_id uuid not null,
  dept_id uuid,
  kind text not null check (kind in ('wait', 'unanswered', 'queue', 'nobody')),
  since timestamptz not null,
  -- Since when the figure is below the limit; null: it is not
  below_since timestamptz,
  -- At the moment when it began to ring
  figure integer not null,
  limit_value integer not null,
  primary key (enterprise_id, alarm_id),
  foreign key (enterprise_id, dept_id) references departments on delete cascade
);
select protect_tenant_table('chat_alarms');
create unique index chat_alarms_by_kind on chat_alarms (enterprise_id, dept_id, kind) nulls not distinct;
