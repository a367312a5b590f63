-- Each user has a desk from the start, however they are made.
create or replace function open_agent_desk() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into agent_desks (enterprise_id, user_id) values (new.enterprise_id, new.user_id);
  return null;
end $$;
