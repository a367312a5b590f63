-- Somebody begins to take part in a chat: the row gets the time at which the chat began, by which an agent's chats are read in pages.
create or replace function note_beginning_of_chat() returns trigger language plpgsql set search_path = public as $$
begin
  select c.created_at into new.chat_created_at from chats c where c.enterprise_id = new.enterprise_id and c.chat_id = new.chat_id;
  return new;
end $$;
