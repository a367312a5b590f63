-- As processes of the version before ask: they know these kinds alone, and would take others away without acting on them.
create or replace function due_chat_clocks(at_most integer, is_held boolean) returns table (enterprise_id uuid, chat_id uuid, kind text)
language sql stable security definer set search_path = public as $$
  select d.enterprise_id, d.chat_id, d.kind from (
    select c.*, row_number() over (partition by c.enterprise_id order by c.due_at) as place from (
      select * from chat_clocks where due_at <= now() and not (is_held and ends)
        and kind in ('wake', 'relax', 'rule', 'retime', 'firstReply', 'nextReply', 'agentSilent', 'customerSilent', 'suspendedMost')
        order by due_at limit at_most * 4) c) d
  where d.place <= 100 order by d.due_at limit at_most
$$;
