-- A stream holds conversations as a bot does, and hands them to people: to a department, with a priority, and hears how that ended.
alter table chats drop constraint chats_handled_by_check;
alter table chats add constraint chats_handled_by_check check (handled_by in ('bot', 'queue', 'agent', 'stream'));
alter table chats
  -- Of those that wait the highest is picked up first
  add column queue_priority smallint not null default 5 check (queue_priority between 0 and 9),
  -- The walk through a stream that goes on when people have ended the chat
  add column returns_to uuid,
  -- Its customer is asked for a rating though no agent took part
  add column asks_rating boolean not null default false;
drop index chats_in_queue;
create index chats_in_queue on chats (enterprise_id, queue_priority desc, queued_at) where handled_by = 'queue' and state = 0;
