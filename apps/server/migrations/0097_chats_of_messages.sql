-- What a stream sends counts for the stream's version, which is its resource: the chat in which it is said stands beside it. The number is the
-- one of the chat's entry.
alter table messages add column chat_id uuid;
create index messages_by_chat on messages (enterprise_id, chat_id, number) where chat_id is not null;
