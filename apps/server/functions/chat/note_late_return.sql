-- Notes that a customer came back after the day on which the chat before counts.
create or replace function note_late_return() returns trigger language plpgsql set search_path = public as $$
begin
  insert into chat_late_changes (enterprise_id, chat_id, local_day, cause, former)
    select f.enterprise_id, f.chat_id, f.local_day, 'returned', '{}' from chat_facts f
    where f.enterprise_id = new.enterprise_id and f.chat_id = new.chat_id and is_late_for(f.enterprise_id, f.local_day);
  return null;
end $$;
