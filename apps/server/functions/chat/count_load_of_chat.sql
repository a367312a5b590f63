-- A chat counts its weight on the desk of its owner while it is STARTED or ONGOING. Whoever changes that has locked the desks.
create or replace function count_load_of_chat() returns trigger language plpgsql set search_path = public as $$
begin
  if tg_op <> 'INSERT' and old.owner_id is not null and old.state in (1, 2) then
    update agent_desks set load = load - old.weight, idle_since = greatest(idle_since, now())
    where enterprise_id = old.enterprise_id and user_id = old.owner_id;
  end if;
  if tg_op <> 'DELETE' and new.owner_id is not null and new.state in (1, 2) then
    update agent_desks set load = load + new.weight, idle_since = greatest(idle_since, now())
    where enterprise_id = new.enterprise_id and user_id = new.owner_id;
  end if;
  return null;
end $$;
