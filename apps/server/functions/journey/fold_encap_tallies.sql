-- Changes become tallies; those of other transactions that are under way wait for the next round.
create or replace function fold_encap_tallies() returns integer language plpgsql security definer set search_path = public as $$
declare
  folded integer;
begin
  if not pg_try_advisory_xact_lock(5070400) then return 0; end if;
  with gone as (delete from encap_tally_changes returning *),
  written as (
    insert into encap_tallies as t (enterprise_id, launch_id, state, count)
    select enterprise_id, launch_id, state, sum(count) from gone group by 1, 2, 3
    on conflict (enterprise_id, launch_id, state) do update set count = t.count + excluded.count)
  select count(*) into folded from gone;
  return folded;
end $$;
revoke execute on function fold_encap_tallies() from public;
grant execute on function fold_encap_tallies() to parley_app;
