-- Changes become totals; what is under way in other transactions waits for the next round.
create or replace function fold_message_counts() returns integer language plpgsql security definer set search_path = public as $$
declare
  folded integer;
begin
  if not pg_try_advisory_xact_lock(5070020) then return 0; end if;
  with gone as (delete from message_count_changes returning *),
  sums as (
    select enterprise_id, day, channel_id, source, run_id, direction, status, reason, rate_id, content_number,
      sum(count) as count, sum(cost) as cost, sum(units) as units
    from gone group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10),
  written as (
    insert into message_counts as c (enterprise_id, day, channel_id, source, run_id, direction, status, reason, rate_id, content_number, count, cost, units)
    select * from sums
    on conflict (enterprise_id, run_id, day, channel_id, source, direction, status, reason, rate_id, content_number)
    do update set count = c.count + excluded.count, cost = c.cost + excluded.cost, units = c.units + excluded.units),
  costed as (
    insert into cost_totals as t (enterprise_id, class, cost)
    select enterprise_id, cost_class(status), sum(cost) from gone where cost <> 0 and cost_class(status) is not null group by 1, 2
    on conflict (enterprise_id, class) do update set cost = t.cost + excluded.cost)
  select count(*) into folded from gone;
  return folded;
end $$;
