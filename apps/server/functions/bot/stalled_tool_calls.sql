-- Calls of tools that have left and whose worker is gone, and streams whose time is over.
create or replace function stalled_tool_calls(at timestamptz, most integer)
returns table (enterprise_id uuid, call_id uuid, is_stream boolean) language sql stable security definer set search_path = public as $$
  select c.enterprise_id, c.call_id, c.instance_id is not null from bot_tool_calls c where c.state = 'TAKEN' and c.taken_until < at order by c.taken_until limit most
$$;
