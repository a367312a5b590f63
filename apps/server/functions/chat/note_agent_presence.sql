-- Ends the interval of the former status and begins that of the new one. The desk is locked by whoever changes it. Who has set a status holds
-- for what the agent is to be: that nobody is connected is of the program.
create or replace function note_agent_presence() returns trigger language plpgsql set search_path = public as $$
declare
  moment timestamptz := clock_timestamp();
begin
  update agent_presence set ended_at = greatest(moment, started_at)
    where enterprise_id = new.enterprise_id and user_id = new.user_id and ended_at is null;
  insert into agent_presence (enterprise_id, user_id, started_at, status, status_kind_id, reason, by_user_id)
    values (new.enterprise_id, new.user_id, moment, new.status, new.status_kind_id, new.reason,
      case when new.status = new.wish then new.status_by end)
    on conflict (enterprise_id, user_id, started_at) do update set ended_at = null, status = excluded.status,
      status_kind_id = excluded.status_kind_id, reason = excluded.reason, by_user_id = excluded.by_user_id;
  return null;
end $$;
