-- When an agent has looked at the contact details of a customer that are hidden from them: the last hour's, by which they are limited.
alter table agent_desks add column reveals timestamptz[] not null default '{}';
