-- Changes become tallies; what is under way in other transactions waits for the next round.
create or replace function fold_run_tallies() returns integer language plpgsql security definer set search_path = public as $$
declare
  folded integer;
begin
  if not pg_try_advisory_xact_lock(5070094) then return 0; end if;
  with gone as (delete from run_tally_changes returning *),
  written as (
    insert into run_tallies as t (enterprise_id, run_id, kind, at, hours, reason, code, count)
    select enterprise_id, run_id, kind, at, hours, reason, code, sum(count) from gone group by 1, 2, 3, 4, 5, 6, 7
    on conflict (enterprise_id, run_id, kind, at, hours, reason, code) do update set count = t.count + excluded.count)
  select count(*) into folded from gone;
  return folded;
end $$;
