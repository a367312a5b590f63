-- Seconds of open time from the queue to the first pickup, by the calendar of the chat's department then. Null: nobody has picked it up, or that was
-- before this was counted.
alter table chats add column open_wait_seconds integer;
