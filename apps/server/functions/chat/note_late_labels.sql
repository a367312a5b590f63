-- Labels are marks of their own. The first statement of a transaction that changes those of a chat notes the ones before it.
create or replace function note_late_labels() returns trigger language plpgsql set search_path = public as $$
begin
  insert into chat_late_changes (enterprise_id, chat_id, local_day, cause, labels)
    select f.enterprise_id, f.chat_id, f.local_day, 'relabelled',
      case tg_op when 'DELETE' then n.marks || k.changed else array(select unnest(n.marks) except select unnest(k.changed)) end
    from (select c.enterprise_id, c.chat_id, array_agg(c.label_id) as changed from changed_marks c group by 1, 2) k
      join chat_facts f on f.enterprise_id = k.enterprise_id and f.chat_id = k.chat_id
      cross join lateral (select array(select m.label_id from chat_label_marks m
        where m.enterprise_id = f.enterprise_id and m.chat_id = f.chat_id) as marks) n
    where is_late_for(f.enterprise_id, f.local_day)
      -- Marks of a chat that is deleted go with it.
      and exists (select from chats c where c.enterprise_id = f.enterprise_id and c.chat_id = f.chat_id);
  return null;
end $$;
