-- Enterprises whose older chats have no facts yet.
create or replace function enterprises_without_chat_facts(most integer) returns table (enterprise_id uuid)
language sql stable security definer set search_path = public as
$$ select s.enterprise_id from chat_fact_steps s order by 1 limit most $$;
