-- Clocks of these kinds that are due, the oldest first, and at most a hundred of one enterprise among the oldest, so that one with many holds up
-- the others little. Each process names the kinds that it knows: a later version has others, which its own workers take.
-- is_held: those that end something for a customer wait.
create or replace function due_clocks_of(kinds text[], at_most integer, is_held boolean) returns table (enterprise_id uuid, chat_id uuid, kind text)
language sql stable security definer set search_path = public as $$
  select d.enterprise_id, d.chat_id, d.kind from (
    select c.*, row_number() over (partition by c.enterprise_id order by c.due_at) as place from (
      select * from chat_clocks where due_at <= now() and kind = any(kinds) and not (is_held and ends) order by due_at limit at_most * 4) c) d
  where d.place <= 100 order by d.due_at limit at_most
$$;
