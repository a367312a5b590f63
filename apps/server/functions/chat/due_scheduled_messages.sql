-- Chats with planned messages that are due, the oldest first, and at most a hundred messages of one enterprise among the oldest.
create or replace function due_scheduled_messages(at_most integer) returns table (enterprise_id uuid, chat_id uuid)
language sql stable security definer set search_path = public as $$
  select d.enterprise_id, d.chat_id from (
    select m.*, row_number() over (partition by m.enterprise_id order by m.try_at) as place from (
      (select s.enterprise_id, s.chat_id, s.try_at from scheduled_messages s
        where s.state = 'planned' and s.try_at <= now() order by s.try_at limit at_most * 4)
      union all
      (select s.enterprise_id, s.chat_id, s.try_at from scheduled_messages s
        where s.file_state = 'planned' and s.try_at <= now() order by s.try_at limit at_most * 4)) m) d
  where d.place <= 100 group by d.enterprise_id, d.chat_id order by min(d.try_at) limit at_most
$$;
