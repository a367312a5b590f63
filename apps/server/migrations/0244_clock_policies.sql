-- How fast chats are answered, and what happens otherwise: the first policy that fits a chat counts when its clock begins.
create table clock_policies (
  enterprise_id uuid not null references enterprises,
  policy_id uuid not null,
  name text not null check (name <> ''),
  -- Null: chats of all departments, and of none
  dept_id uuid,
  -- A group of customers; null: all of them. Groups in use are not deleted, so no reference holds this one.
  group_id uuid,
  from_priority smallint not null default 0,
  to_priority smallint not null default 9 check (0 <= from_priority and from_priority <= to_priority and to_priority <= 9),
  in_open_hours boolean not null default true,
  -- Seconds; 0: it does not become amber, red or due
  first_amber_seconds integer not null default 0,
  first_red_seconds integer not null default 0,
  first_act_seconds integer not null default 0,
  next_amber_seconds integer not null default 0,
  next_red_seconds integer not null default 0,
  next_act_seconds integer not null default 0,
  act text not null default 'tell' check (act in ('tell', 'raise', 'move')),
  act_priority smallint not null default 9 check (act_priority between 0 and 9),
  -- Null: the queue of the chat's own department. Departments that a policy names are not deleted.
  act_dept_id uuid,
  place integer not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (enterprise_id, policy_id),
  foreign key (enterprise_id, dept_id) references departments on delete cascade,
  foreign key (enterprise_id, act_dept_id) references departments on delete cascade
) with (fillfactor = 70);
select protect_tenant_table('clock_policies');
create index clock_policies_by_place on clock_policies (enterprise_id, place, policy_id) where deleted_at is null;
