-- Something has changed, so that a chat may fit an agent. An enterprise whose chats are picked up by hand asks nothing.
create or replace function ask_for_routing() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into routing_asks (enterprise_id) select p.enterprise_id from routing_pools p where p.enterprise_id = new.enterprise_id and p.is_routed;
  return null;
end $$;
