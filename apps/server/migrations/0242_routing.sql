-- Chats that are given out by the program. A chat counts on desks what its channel weighs, from when it first waits for people.
alter table chats
  add column weight smallint not null default 100,
  -- Since when it waits for an agent, by which it is ranked
  add column rank_at timestamptz,
  -- What it asks of an agent, and the times until which it does (domains/chat/routing/chat.fit.ts); {}: agents pick it up
  add column routing jsonb not null default '{}',
  -- A hash of it: chats of one key fit the same agents; '': agents pick it up
  add column fit_key text not null default '';
create index chats_to_route on chats (enterprise_id, fit_key, priority desc, rank_at, chat_id)
  where handled_by = 'queue' and state = 0 and fit_key <> '';

-- Offers by the program come from nobody.
alter table chat_offers alter column from_user_id drop not null, add column weight smallint not null default 100;
create index chat_offers_of_new_owners on chat_offers (enterprise_id, chat_id) where state = 'waiting' and kind <> 'invite';

alter table agent_desks
  -- Came Online at that time, and has fewer chats than the others since; null: gets as many as there is room for
  add column ramp_since timestamptz,
  -- Minute, counted from the epoch, and the chats that were given within it
  add column ramp_minute bigint not null default 0,
  add column ramp_taken integer not null default 0,
  add column wrap_until timestamptz;

-- One of each enterprise whose chats are given out, by the enterprise or one of its departments. Who holds its lock decides.
create table routing_pools (
  enterprise_id uuid primary key references enterprises,
  is_routed boolean not null,
  round_no bigint not null default 0,
  last_turn bigint not null default 0,
  -- When something changes by the time alone: an opening, the end of a minute's share
  look_at timestamptz
);
select protect_tenant_table('routing_pools');
create index routing_pools_by_look on routing_pools (look_at) where is_routed;

-- Something has changed, so that a chat may fit an agent. The round that has looked deletes it.
create table routing_asks (
  -- Without a reference, whose lock on the enterprise would be one more that each chat waits for
  enterprise_id uuid not null,
  ask_id bigint generated always as identity,
  at timestamptz not null default clock_timestamp(),
  primary key (enterprise_id, ask_id)
);
select protect_tenant_table('routing_asks');

-- Rounds that have given out chats, with what each could see.
create table route_rounds (
  enterprise_id uuid not null references enterprises,
  round_no bigint not null,
  at timestamptz not null default clock_timestamp(),
  seen text not null,
  decided integer not null,
  is_cut boolean not null,
  primary key (enterprise_id, round_no)
);
select protect_tenant_table('route_rounds');
create index route_rounds_by_time on route_rounds (at);

-- Why an agent got a chat.
create table route_decisions (
  enterprise_id uuid not null,
  chat_id uuid not null,
  decided_at timestamptz not null default clock_timestamp(),
  round_no bigint not null,
  user_id uuid not null,
  -- On offer, or the agent's at once
  kind text not null check (kind in ('offer', 'direct')),
  reasons jsonb not null,
  primary key (enterprise_id, chat_id, decided_at),
  foreign key (enterprise_id, chat_id) references chats on delete cascade
);
select protect_tenant_table('route_decisions');
create index route_decisions_by_time on route_decisions (decided_at);

-- An enterprise whose chats are picked up by hand asks nothing.
create function ask_for_routing() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into routing_asks (enterprise_id) select p.enterprise_id from routing_pools p where p.enterprise_id = new.enterprise_id and p.is_routed;
  return null;
end $$;
-- A desk has room again, or its agent is there again. An offer that ends on the desk of somebody who has left makes its chat free as well.
create trigger desks_ask_for_routing after update on agent_desks for each row
  when (new.load < old.load or (new.status = 1 and old.status <> 1)) execute function ask_for_routing();
-- Limits, languages, departments and hours decide which chats fit.
create trigger users_ask_for_routing after update on users for each row
  when ((old.max_chats, old.handles_chats, old.languages, old.priority, old.state)
    is distinct from (new.max_chats, new.handles_chats, new.languages, new.priority, new.state)) execute function ask_for_routing();
create trigger members_ask_for_routing after insert on department_users for each row execute function ask_for_routing();
create trigger calendars_ask_for_routing after insert or update on calendars for each row execute function ask_for_routing();
create trigger departments_ask_for_routing after update on departments for each row
  when ((old.calendar_id, old.fallback_id, old.manager_id, old.deleted_at)
    is distinct from (new.calendar_id, new.fallback_id, new.manager_id, new.deleted_at))
  execute function ask_for_routing();
