-- The inbox filters closed chats by their priority: few are above the usual one.
create index chats_closed_raised on chats (enterprise_id, closed_at, chat_id) where state = 3 and priority > 5;
