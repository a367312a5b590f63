create or replace function tally_new_links() returns trigger language plpgsql as $$
begin
  insert into encap_tally_changes (enterprise_id, launch_id, state, count)
  select enterprise_id, launch_id, state, count(*) from new_rows where launch_id is not null group by 1, 2, 3;
  return null;
end $$;
