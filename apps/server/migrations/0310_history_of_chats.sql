-- Ended chats, newest first: of the enterprise, of a department, and of a channel. A page of the history reads as many as it shows.
create index chats_ended on chats (enterprise_id, created_at, chat_id) where state in (3, 4);
create index chats_ended_by_department on chats (enterprise_id, dept_id, created_at, chat_id) where state in (3, 4);
create index chats_ended_by_channel on chats (enterprise_id, channel_id, created_at, chat_id) where state in (3, 4);
