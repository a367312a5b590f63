create or replace function fold_journey_counts(most integer) returns integer language plpgsql security definer set search_path = public as $$
declare
  folded integer;
begin
  -- One folds at a time; whoever comes second finds nothing to do.
  if not pg_try_advisory_xact_lock(hashtext('fold_journey_counts')) then return 0; end if;
  with gone as (
    delete from journey_count_changes c using (
      select enterprise_id, change_id from journey_count_changes order by change_id limit most) oldest
    where c.enterprise_id = oldest.enterprise_id and c.change_id = oldest.change_id returning c.*),
  summed as (
    select enterprise_id, journey_id, version, hour, channel_id, environment, what, node_no, exit, sum(count) as count, sum(time_ms) as time_ms, count(*) as rows
    from gone group by 1, 2, 3, 4, 5, 6, 7, 8, 9),
  kept as (
    insert into journey_counts (enterprise_id, journey_id, version, hour, channel_id, environment, what, node_no, exit, count, time_ms)
    select enterprise_id, journey_id, version, hour, channel_id, environment, what, node_no, exit, count, time_ms from summed
    on conflict (enterprise_id, journey_id, hour, version, channel_id, environment, what, node_no, exit)
    do update set count = journey_counts.count + excluded.count, time_ms = journey_counts.time_ms + excluded.time_ms)
  select coalesce(sum(rows), 0)::integer into folded from summed;
  return folded;
end $$;
