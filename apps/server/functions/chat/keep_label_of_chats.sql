-- A department that leaves the bin for good takes its labels along; its chats keep what they were called.
create or replace function keep_label_of_chats() returns trigger language plpgsql set search_path = public as $$
begin
  update chats set tag = old.name, label_id = null where enterprise_id = old.enterprise_id and label_id = old.label_id;
  return old;
end $$;
