-- A call of a tool that is a stream: the walk that talks with the customer for it. The walk's end is the call's.
alter table bot_tool_calls add column instance_id uuid;
create unique index bot_tool_calls_by_walk on bot_tool_calls (enterprise_id, instance_id) where instance_id is not null;
