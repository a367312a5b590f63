-- When the chat began, beside each who takes part: the chats of an agent, newest first, are a range of one index.
alter table chat_participants add column chat_created_at timestamptz;

create function note_beginning_of_chat() returns trigger language plpgsql set search_path = public as $$
begin
  select c.created_at into new.chat_created_at from chats c where c.enterprise_id = new.enterprise_id and c.chat_id = new.chat_id;
  return new;
end $$;
-- Also for processes of the version before, which do not know the column.
create trigger participants_note_beginning before insert on chat_participants for each row execute function note_beginning_of_chat();

update chat_participants p set chat_created_at = c.created_at from chats c where c.enterprise_id = p.enterprise_id and c.chat_id = p.chat_id;
create index chat_participants_by_time on chat_participants (enterprise_id, user_id, chat_created_at, chat_id);
