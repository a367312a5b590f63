-- Enterprises in which a round is to look for agents of waiting chats: something asks for it, or its time has come.
create or replace function due_routing(at_most integer) returns table (enterprise_id uuid)
language sql stable security definer set search_path = public as $$
  select p.enterprise_id from routing_pools p
  where p.is_routed and (p.look_at <= now() or exists (select from routing_asks a where a.enterprise_id = p.enterprise_id))
  limit at_most
$$;
revoke execute on function due_routing(integer) from public;
grant execute on function due_routing(integer) to parley_app;
