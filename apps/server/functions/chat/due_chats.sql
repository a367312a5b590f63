create or replace function due_chats(at_most integer) returns table (enterprise_id uuid, chat_id uuid)
language sql stable security definer set search_path = public as
$$ select c.enterprise_id, c.chat_id from chats c where c.deadline_at <= now() order by c.deadline_at limit at_most $$;
