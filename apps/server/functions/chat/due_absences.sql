-- Agents who are said to be there, and of whom no console is connected.
create or replace function due_absences(at_most integer) returns table (enterprise_id uuid, user_id uuid)
language sql stable security definer set search_path = public as $$
  select d.enterprise_id, d.user_id from agent_desks d
  where d.status <> 0 and not exists (
    select from agent_sockets s where s.enterprise_id = d.enterprise_id and s.user_id = d.user_id and s.seen_until > now())
  limit at_most
$$;
