-- Rows of one moment lie together, so a block range tells their time for a thousandth of a B-tree's cost at each insert.
drop index messages_by_time;
create index messages_by_time on messages using brin (created_at);
drop index message_keys_by_time;
create index message_keys_by_time on message_keys using brin (created_at);
-- Each message changes its chat's row in columns that no index holds: with room in the page no index is touched.
alter table chats set (fillfactor = 60);
