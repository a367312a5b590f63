-- The mark of a chat's first label comes, goes and changes with the column.
create or replace function mark_first_label() returns trigger language plpgsql set search_path = public as $$
begin
  if old.label_id is not null then
    delete from chat_label_marks where enterprise_id = old.enterprise_id and chat_id = old.chat_id and label_id = old.label_id;
  end if;
  if new.label_id is not null then
    insert into chat_label_marks (enterprise_id, chat_id, label_id) values (new.enterprise_id, new.chat_id, new.label_id) on conflict do nothing;
  end if;
  return null;
end $$;
