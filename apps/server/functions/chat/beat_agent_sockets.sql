-- The open sockets of one process, of whichever enterprises.
create or replace function beat_agent_sockets(enterprise_ids uuid[], socket_ids uuid[], user_ids uuid[], session_ids uuid[], held interval) returns void
language sql security definer set search_path = public as $$
  insert into agent_sockets (enterprise_id, socket_id, user_id, session_id, seen_until)
  select g.enterprise_id, g.socket_id, g.user_id, g.session_id, now() + held
  from unnest(enterprise_ids, socket_ids, user_ids, session_ids) as g(enterprise_id, socket_id, user_id, session_id)
    join sessions s on s.enterprise_id = g.enterprise_id and s.session_id = g.session_id
  order by g.enterprise_id, g.socket_id
  on conflict (enterprise_id, socket_id) do update set seen_until = excluded.seen_until
$$;
