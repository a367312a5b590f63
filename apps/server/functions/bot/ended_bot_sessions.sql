-- Conversations that are over and whose end nobody has looked at: the chat is closed or with a person, or nothing was said for a while.
create or replace function ended_bot_sessions() returns table (enterprise_id uuid, bot_id uuid, session_id uuid)
language sql stable security definer set search_path = public as
$$ select s.enterprise_id, s.bot_id, s.session_id from bot_sessions s
   left join chats c on s.origin = 'CHAT' and c.enterprise_id = s.enterprise_id and c.chat_id = s.session_id
   where s.collected is null and (s.last_at < now() - interval '10 minutes' or c.closed_at is not null or c.handled_by <> 'bot') limit 100 $$;
