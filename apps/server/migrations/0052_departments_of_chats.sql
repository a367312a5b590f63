-- A channel's chats are its department's. Departments did not exist before, so no column of before names one.
update channels set dept_id = null where dept_id is not null;
alter table channels add foreign key (enterprise_id, dept_id) references departments;
create index channels_by_department on channels (enterprise_id, dept_id) where dept_id is not null;

alter table chats
  add dept_id uuid,
  -- The departments whose agents see it while it waits; none: all agents
  add offered_to uuid[] not null default '{}';
create index chats_by_department on chats (enterprise_id, dept_id, created_at desc) where dept_id is not null;
