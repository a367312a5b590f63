-- Tabs of the inbox: each reads a page by the time since which the customer waits, or since which the chat is over, however many chats there are.
create index chats_waiting on chats (enterprise_id, (coalesce(waiting_since, created_at)), chat_id) where handled_by = 'queue' and state = 0;
create index chats_closed on chats (enterprise_id, closed_at, chat_id) where state = 3;
create index chats_closed_by_owner on chats (enterprise_id, owner_id, closed_at, chat_id) where state = 3 and owner_id is not null;
create index chats_closed_by_department on chats (enterprise_id, dept_id, closed_at, chat_id) where state = 3;
