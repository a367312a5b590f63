create or replace function count_set_members() returns trigger language plpgsql as $$
begin
  update customer_sets s set customer_count = s.customer_count + n.members * case tg_op when 'INSERT' then 1 else -1 end
  from (select enterprise_id, set_id, count(*)::integer as members from changed group by 1, 2) n
  where s.enterprise_id = n.enterprise_id and s.set_id = n.set_id;
  return null;
end $$;
