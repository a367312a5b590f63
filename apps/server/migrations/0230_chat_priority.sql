-- How urgent a chat is, 0 to 9, whoever has said so: a stream that hands it over, a person, the router. The most urgent is served first, and among
-- equals the one that has waited longest. `queue_priority` is the former column, which the version before reads and writes.
alter table chats add column priority smallint not null default 5 check (priority between 0 and 9);
update chats set priority = queue_priority where queue_priority <> 5;
create index chats_in_queue_by_priority on chats (enterprise_id, priority desc, queued_at) where handled_by = 'queue' and state = 0;
