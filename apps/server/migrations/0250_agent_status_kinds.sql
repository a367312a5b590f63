-- Statuses that an enterprise has made for its agents, such as lunch or training.
create table agent_status_kinds (
  enterprise_id uuid not null references enterprises,
  status_id uuid not null,
  name text not null check (name <> '' and length(name) <= 40),
  name_hi text not null default '',
  colour text not null check (colour ~ '^#[0-9a-f]{6}$'),
  -- What it counts as wherever a status is asked: 1 Online, 2 Away. Neither this nor the next column changes.
  base smallint not null check (base in (1, 2)),
  -- Chats are given to agents who have it
  is_routed boolean not null check (base = 1 or not is_routed),
  place integer not null check (place >= 0),
  -- What is retired is offered no more; agents who have it keep it
  is_active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (enterprise_id, status_id)
);
select protect_tenant_table('agent_status_kinds');
create unique index agent_status_kinds_by_name on agent_status_kinds (enterprise_id, lower(name));

-- The own status that an agent has chosen, in force while its base is what holds; null: none.
alter table agent_desks
  add column status_kind_id uuid,
  -- The program gives them chats while they are Online
  add column is_routed boolean not null default true,
  add foreign key (enterprise_id, status_kind_id) references agent_status_kinds;
create index agent_desks_by_kind on agent_desks (enterprise_id, status_kind_id) where status_kind_id is not null;

-- Who comes from a status in which chats are given out to nobody asks as who comes Online.
drop trigger desks_ask_for_routing on agent_desks;
create trigger desks_ask_for_routing after update on agent_desks for each row
  when (new.load < old.load or (new.status = 1 and new.is_routed and (old.status <> 1 or not old.is_routed))) execute function ask_for_routing();
