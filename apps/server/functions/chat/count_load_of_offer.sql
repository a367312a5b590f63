-- A transfer or assignment counts its weight on the desk of the one who has it, from when it is made until it is over.
create or replace function count_load_of_offer() returns trigger language plpgsql set search_path = public as $$
begin
  if old.state = 'waiting' then
    update agent_desks set load = load - old.weight, idle_since = greatest(idle_since, now())
    where enterprise_id = old.enterprise_id and user_id = old.to_user_id;
  end if;
  if tg_op <> 'DELETE' and new.state = 'waiting' then
    update agent_desks set load = load + new.weight, idle_since = greatest(idle_since, now())
    where enterprise_id = new.enterprise_id and user_id = new.to_user_id;
  end if;
  return null;
end $$;
