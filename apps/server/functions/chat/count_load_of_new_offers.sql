-- Transfers and assignments count their weights on the desks of those who have them, each desk once for all offers of a statement.
create or replace function count_load_of_new_offers() returns trigger language plpgsql set search_path = public as $$
begin
  update agent_desks d set load = d.load + m.weight, idle_since = greatest(d.idle_since, now())
  from (select enterprise_id, to_user_id, sum(weight)::integer as weight from made where state = 'waiting' and kind <> 'invite'
    group by enterprise_id, to_user_id) m
  where d.enterprise_id = m.enterprise_id and d.user_id = m.to_user_id;
  return null;
end $$;
