-- Calls of tools that are streams, and whose time is over.
create or replace function streams_out_of_time(at timestamptz, most integer)
returns table (enterprise_id uuid, call_id uuid) language sql stable security definer set search_path = public as $$
  select c.enterprise_id, c.call_id from bot_tool_calls c where c.state = 'TAKEN' and c.instance_id is not null and c.taken_until < at
  order by c.taken_until limit most
$$;
