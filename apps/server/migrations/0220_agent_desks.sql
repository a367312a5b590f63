-- The desk of an agent: their status, and how much lies on it. It was part of `users`, whose columns of the status stay until no process of the
-- version before runs any more.
create table agent_desks (
  enterprise_id uuid not null,
  user_id uuid not null,
  -- What holds now: 0 offline, 1 online, 2 away
  status smallint not null default 0 check (status in (0, 1, 2)),
  -- What holds while the agent is connected
  wish smallint not null default 1 check (wish in (0, 1, 2)),
  reason text not null default '',
  -- Since when the status holds
  since timestamptz not null default now(),
  -- Hundredths: 100 for each own chat that is STARTED or ONGOING, and for each transfer or assignment that waits for the agent
  load integer not null default 0 check (load >= 0),
  -- When the load last changed, or the agent came Online
  idle_since timestamptz not null default now(),
  turn bigint not null default 0,
  missed_in_row integer not null default 0,
  -- Rises with each change of the status
  version integer not null default 0,
  primary key (enterprise_id, user_id),
  foreign key (enterprise_id, user_id) references users on delete cascade
) with (fillfactor = 70);
select protect_tenant_table('agent_desks');
create index agent_desks_present on agent_desks (enterprise_id, user_id) where status <> 0;

-- Each user has a desk from the start, however they are made.
create function open_agent_desk() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into agent_desks (enterprise_id, user_id) values (new.enterprise_id, new.user_id);
  return null;
end $$;
create trigger users_have_desks after insert on users for each row execute function open_agent_desk();

-- A chat counts on the desk of its owner while it is STARTED or ONGOING. Whoever changes that has locked the desks.
create function count_load_of_chat() returns trigger language plpgsql set search_path = public as $$
begin
  if tg_op <> 'INSERT' and old.owner_id is not null and old.state in (1, 2) then
    update agent_desks set load = load - 100, idle_since = greatest(idle_since, now())
    where enterprise_id = old.enterprise_id and user_id = old.owner_id;
  end if;
  if tg_op <> 'DELETE' and new.owner_id is not null and new.state in (1, 2) then
    update agent_desks set load = load + 100, idle_since = greatest(idle_since, now())
    where enterprise_id = new.enterprise_id and user_id = new.owner_id;
  end if;
  return null;
end $$;
create trigger chats_count_load after update of owner_id, state on chats for each row
  when (old.owner_id is distinct from new.owner_id or (old.state in (1, 2)) <> (new.state in (1, 2)))
  execute function count_load_of_chat();
create trigger owned_chats_count_load after insert on chats for each row when (new.owner_id is not null) execute function count_load_of_chat();
create trigger gone_chats_count_load after delete on chats for each row when (old.owner_id is not null) execute function count_load_of_chat();

-- A transfer or assignment counts on the desk of the one who has it, from when it is made until it is over.
create function count_load_of_offer() returns trigger language plpgsql set search_path = public as $$
begin
  if tg_op <> 'INSERT' and old.state = 'waiting' then
    update agent_desks set load = load - 100, idle_since = greatest(idle_since, now())
    where enterprise_id = old.enterprise_id and user_id = old.to_user_id;
  end if;
  if tg_op <> 'DELETE' and new.state = 'waiting' then
    update agent_desks set load = load + 100, idle_since = greatest(idle_since, now())
    where enterprise_id = new.enterprise_id and user_id = new.to_user_id;
  end if;
  return null;
end $$;
create trigger offers_count_load after update of state on chat_offers for each row
  when (new.kind <> 'invite' and (old.state = 'waiting') <> (new.state = 'waiting')) execute function count_load_of_offer();
create trigger new_offers_count_load after insert on chat_offers for each row when (new.kind <> 'invite') execute function count_load_of_offer();
create trigger gone_offers_count_load after delete on chat_offers for each row when (old.kind <> 'invite') execute function count_load_of_offer();

insert into agent_desks (enterprise_id, user_id, status, wish, reason, load)
select u.enterprise_id, u.user_id, u.agent_status, u.agent_status_wish, u.agent_status_reason,
  100 * ((select count(*) from chats c where c.enterprise_id = u.enterprise_id and c.owner_id = u.user_id and c.state in (1, 2))
    + (select count(*) from chat_offers o where o.enterprise_id = u.enterprise_id and o.to_user_id = u.user_id
        and o.state = 'waiting' and o.kind <> 'invite'))
from users u;
