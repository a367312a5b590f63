-- At most so many rows at once; what ends or is taken late is folded when it comes. Whoever folds changes waits meanwhile, and comes again.
create or replace function fold_journey_days(at timestamptz, most integer) returns integer language plpgsql security definer set search_path = public as $$
declare
  folded integer;
begin
  perform pg_advisory_xact_lock(hashtext('fold_journey_counts'));
  with old as (
    select enterprise_id, journey_id, hour, version, channel_id, environment, what, node_no, exit from journey_counts
    where not is_day and hour < at - interval '35 days' order by hour limit most),
  gone as (
    delete from journey_counts c using old o
    where c.enterprise_id = o.enterprise_id and c.journey_id = o.journey_id and c.hour = o.hour and c.version = o.version
      and c.channel_id = o.channel_id and c.environment = o.environment and c.what = o.what and c.node_no = o.node_no and c.exit = o.exit
    returning c.*),
  summed as (
    select g.enterprise_id, g.journey_id, g.version, date_trunc('day', g.hour, e.time_zone) as day, g.channel_id, g.environment, g.what,
      g.node_no, g.exit, sum(g.count) as count, sum(g.time_ms) as time_ms, count(*) as rows
    from gone g join enterprises e using (enterprise_id) group by 1, 2, 3, 4, 5, 6, 7, 8, 9),
  kept as (
    insert into journey_counts (enterprise_id, journey_id, version, hour, channel_id, environment, what, node_no, exit, count, time_ms, is_day)
    select enterprise_id, journey_id, version, day, channel_id, environment, what, node_no, exit, count, time_ms, true from summed
    on conflict (enterprise_id, journey_id, hour, version, channel_id, environment, what, node_no, exit)
    do update set count = journey_counts.count + excluded.count, time_ms = journey_counts.time_ms + excluded.time_ms, is_day = true)
  select coalesce(sum(rows), 0)::integer into folded from summed;
  return folded;
end $$;
