-- When a chat was last missed. A pickup afterwards takes back that it ended, and leaves this: the dashboard counts it among those missed.
alter table chats add column missed_at timestamptz;
update chats set missed_at = closed_at where state = 4;
create index chats_by_miss on chats (enterprise_id, missed_at) where missed_at is not null;
