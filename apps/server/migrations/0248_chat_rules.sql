-- Rules of chats: what happens by itself when a chat begins, waits, is written to, labelled or closed.
create table chat_rules (
  enterprise_id uuid not null references enterprises,
  rule_id uuid not null,
  -- Null: chats of all departments, and of none
  dept_id uuid,
  name text not null check (name <> ''),
  event text not null check (event in ('opened', 'queued', 'waits', 'message', 'labelled', 'closed')),
  -- Minutes in the queue; read for the event 'waits' alone
  wait_minutes integer not null default 5 check (wait_minutes between 1 and 1440),
  is_on boolean not null default true,
  -- Records that conditions and acts name may go: then a condition does not hold, and an act is skipped
  groups jsonb not null default '[]',
  acts jsonb not null,
  place integer not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (enterprise_id, rule_id),
  foreign key (enterprise_id, dept_id) references departments on delete cascade
) with (fillfactor = 70);
select protect_tenant_table('chat_rules');
create index chat_rules_by_place on chat_rules (enterprise_id, place, rule_id);
-- Which events have a rule is read with each chat that is locked, from this index alone.
create index chat_rules_that_fire on chat_rules (enterprise_id, event, wait_minutes, dept_id) where is_on;
