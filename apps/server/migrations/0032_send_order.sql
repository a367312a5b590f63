-- The messages of a conversation arrive in their order: of a lane, which is an address, only the first in the queue may be taken. What is sent
-- to many has no lane.
alter table send_queue
  add column lane text not null default '',
  add column place bigint generated always as identity;
create index send_queue_lanes on send_queue (enterprise_id, channel_id, lane, place) where lane <> '';
drop index send_queue_waiting;
create index send_queue_waiting on send_queue (enterprise_id, channel_id, priority, due_at, place) where worker_id is null;
