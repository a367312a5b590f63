-- Rises with each change of a chat's agent, department or queue, and with its end: an act of a supervisor who saw it before is refused.
alter table chats add column route_no integer not null default 0;

create function count_routes() returns trigger language plpgsql set search_path = public as $$
begin
  new.route_no := old.route_no + 1;
  return new;
end $$;
create trigger chats_count_routes before update on chats for each row
  when ((old.owner_id, old.dept_id, old.handled_by) is distinct from (new.owner_id, new.dept_id, new.handled_by)
    or (old.state in (3, 4)) <> (new.state in (3, 4)))
  execute function count_routes();

-- Open chats with a clock of service: which of them are red is read of these alone.
create index chats_timed on chats (enterprise_id) where state not in (3, 4) and service <> '{}';
-- Open chats, newest first, and those whose customer waits, longest first.
create index chats_open_by_time on chats (enterprise_id, created_at desc, chat_id desc) where state not in (3, 4);
create index chats_open_waiting on chats (enterprise_id, waiting_since, chat_id) where state not in (3, 4) and waiting_since is not null;
