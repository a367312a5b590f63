-- Agents who are said to be there, and of whom no console is connected.
create or replace function due_absences(at_most integer) returns table (enterprise_id uuid, user_id uuid)
language sql stable security definer set search_path = public as $$
  select u.enterprise_id, u.user_id from users u
  where u.agent_status <> 0 and not exists (
    select from agent_sockets s where s.enterprise_id = u.enterprise_id and s.user_id = u.user_id and s.seen_until > now())
  limit at_most
$$;
