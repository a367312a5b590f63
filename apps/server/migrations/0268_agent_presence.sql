-- Which status an agent had when: one open interval each. Written by a trigger of the desk, so whatever changes a status is in it.
alter table agent_desks
  -- Who has set the status for the agent; null: they themselves, or the program
  add column status_by uuid;

create table agent_presence (
  enterprise_id uuid not null,
  user_id uuid not null,
  started_at timestamptz not null,
  -- Null: it lasts
  ended_at timestamptz check (ended_at >= started_at),
  status smallint not null check (status in (0, 1, 2)),
  -- No foreign key: an own status may be deleted one day
  status_kind_id uuid,
  reason text not null default '',
  by_user_id uuid,
  primary key (enterprise_id, user_id, started_at),
  foreign key (enterprise_id, user_id) references users on delete cascade
);
select protect_tenant_table('agent_presence');
create unique index agent_presence_open on agent_presence (enterprise_id, user_id) where ended_at is null;
create index agent_presence_ended on agent_presence (ended_at) where ended_at is not null;

insert into agent_presence (enterprise_id, user_id, started_at, status, status_kind_id, reason)
  select d.enterprise_id, d.user_id, d.since, d.status, d.status_kind_id, d.reason from agent_desks d;

-- The desk is locked by whoever changes it, so its changes come one after the other.
create function note_agent_presence() returns trigger language plpgsql set search_path = public as $$
declare
  moment timestamptz := clock_timestamp();
begin
  update agent_presence set ended_at = greatest(moment, started_at)
    where enterprise_id = new.enterprise_id and user_id = new.user_id and ended_at is null;
  insert into agent_presence (enterprise_id, user_id, started_at, status, status_kind_id, reason, by_user_id)
    values (new.enterprise_id, new.user_id, moment, new.status, new.status_kind_id, new.reason, new.status_by)
    on conflict (enterprise_id, user_id, started_at) do update set ended_at = null, status = excluded.status,
      status_kind_id = excluded.status_kind_id, reason = excluded.reason, by_user_id = excluded.by_user_id;
  return null;
end $$;
create trigger desks_note_presence after update on agent_desks for each row
  when ((old.status, old.status_kind_id, old.reason) is distinct from (new.status, new.status_kind_id, new.reason))
  execute function note_agent_presence();
create trigger new_desks_note_presence after insert on agent_desks for each row execute function note_agent_presence();
