-- Tells whether any enterprise of this installation has its chats given out by the program.
create or replace function is_anything_routed() returns boolean language sql stable security definer set search_path = public as $$
  select exists (select from routing_pools where is_routed)
$$;
revoke execute on function is_anything_routed() from public;
grant execute on function is_anything_routed() to parley_app;
