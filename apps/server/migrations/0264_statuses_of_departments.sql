-- Departments whose agents may choose an own status; none: all agents. No foreign key: a status goes on without a department that has gone.
alter table agent_status_kinds add column dept_ids uuid[] not null default '{}';
