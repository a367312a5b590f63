-- Presence follows sockets: an agent is Online or Away while a console of theirs is connected, or was a moment ago.
alter table users
  -- What holds while the agent is connected; agent_status is what holds now
  add agent_status_wish smallint not null default 1 check (agent_status_wish in (0, 1, 2));
update users set agent_status_wish = 2 where agent_status = 2;
create index users_present on users (enterprise_id, user_id) where agent_status <> 0;

create table agent_sockets (
  enterprise_id uuid not null,
  socket_id uuid not null,
  user_id uuid not null,
  session_id uuid not null,
  -- Put off while the socket is open; a process that was killed puts nothing off
  seen_until timestamptz not null,
  primary key (enterprise_id, socket_id),
  -- Whoever signs out is gone at once
  foreign key (enterprise_id, session_id) references sessions on delete cascade
);
select protect_tenant_table('agent_sockets');
create index agent_sockets_of_user on agent_sockets (enterprise_id, user_id);
create index agent_sockets_of_session on agent_sockets (enterprise_id, session_id);

-- The open sockets of one process, of whichever enterprises.
create function beat_agent_sockets(enterprise_ids uuid[], socket_ids uuid[], user_ids uuid[], session_ids uuid[], held interval) returns void
language sql security definer set search_path = public as $$
  insert into agent_sockets (enterprise_id, socket_id, user_id, session_id, seen_until)
  select g.enterprise_id, g.socket_id, g.user_id, g.session_id, now() + held
  from unnest(enterprise_ids, socket_ids, user_ids, session_ids) as g(enterprise_id, socket_id, user_id, session_id)
    join sessions s on s.enterprise_id = g.enterprise_id and s.session_id = g.session_id
  order by g.enterprise_id, g.socket_id
  on conflict (enterprise_id, socket_id) do update set seen_until = excluded.seen_until
$$;
-- Agents who are said to be there, and of whom no console is connected.
create function due_absences(at_most integer) returns table (enterprise_id uuid, user_id uuid)
language sql stable security definer set search_path = public as $$
  select u.enterprise_id, u.user_id from users u
  where u.agent_status <> 0 and not exists (
    select from agent_sockets s where s.enterprise_id = u.enterprise_id and s.user_id = u.user_id and s.seen_until > now())
  limit at_most
$$;
create function tend_agent_sockets() returns void language sql security definer set search_path = public as $$
  delete from agent_sockets where seen_until < now() - interval '1 hour'
$$;
revoke execute on function beat_agent_sockets(uuid[], uuid[], uuid[], uuid[], interval), due_absences(integer), tend_agent_sockets() from public;
grant execute on function beat_agent_sockets(uuid[], uuid[], uuid[], uuid[], interval), due_absences(integer), tend_agent_sockets() to parley_app;
