create or replace function tally_changed_links() returns trigger language plpgsql as $$
begin
  insert into encap_tally_changes (enterprise_id, launch_id, state, count)
  select enterprise_id, launch_id, state, sum(step) from (
    select enterprise_id, launch_id, state, 1 as step from new_rows union all select enterprise_id, launch_id, state, -1 from old_rows) both_sides
  where launch_id is not null group by 1, 2, 3 having sum(step) <> 0;
  return null;
end $$;
