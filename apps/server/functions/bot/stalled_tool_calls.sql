-- Calls of tools that have left, and whose worker is gone. A stream has none: its walk ends it.
create or replace function stalled_tool_calls(at timestamptz, most integer)
returns table (enterprise_id uuid, call_id uuid) language sql stable security definer set search_path = public as $$
  select c.enterprise_id, c.call_id from bot_tool_calls c where c.state = 'TAKEN' and c.instance_id is null and c.taken_until < at
  order by c.taken_until limit most
$$;
