-- Values that a department's figures, or those of the enterprise, are to reach; each step holds from its day on.
create table chat_targets (
  enterprise_id uuid not null references enterprises,
  targets_id uuid not null,
  dept_id uuid,
  -- [{"from": "2026-03-01", "values": {"chat.wait": 60000}}], the newest last
  steps jsonb not null default '[]',
  version integer not null default 0,
  primary key (enterprise_id, targets_id),
  foreign key (enterprise_id, dept_id) references departments on delete cascade
);
select protect_tenant_table('chat_targets');
create unique index chat_targets_by_department on chat_targets (enterprise_id, dept_id) nulls not distinct;
