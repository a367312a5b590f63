-- Notes what the facts of a chat were, where they change after the day on which it counts.
create or replace function note_late_fact() returns trigger language plpgsql set search_path = public as $$
begin
  if not is_late_for(new.enterprise_id, old.local_day) then
    return null;
  end if;
  insert into chat_late_changes (enterprise_id, chat_id, local_day, cause, former)
    values (new.enterprise_id, new.chat_id, old.local_day,
      case
        when old.outcome <> 'open' and new.outcome = 'open' then 'reopened'
        when old.outcome = 'open' and new.outcome <> 'open' then 'ended'
        when new.rating is distinct from old.rating then 'rated'
        when new.is_attended and not old.is_attended then 'picked'
        when new.first_reply_ms is distinct from old.first_reply_ms then 'answered'
        when new.dept_id is distinct from old.dept_id then 'moved'
        else 'handled'
      end,
      to_jsonb(old) - array['enterprise_id', 'chat_id', 'created_at', 'local_day', 'local_hour', 'channel_id', 'is_sandbox']);
  return null;
end $$;
