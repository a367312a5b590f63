create or replace function count_changed_messages() returns trigger language plpgsql as $$
begin
  insert into message_count_changes (enterprise_id, day, channel_id, source, run_id, direction, status, reason, rate_id, content_number, count, cost, units)
  select enterprise_id, (created_at at time zone 'UTC')::date, channel_id, source,
    case when source in ('CAMPAIGN', 'BROADCAST', 'JOURNEY') then resource_id else '00000000-0000-0000-0000-000000000000'::uuid end,
    direction, status, reason, coalesce(rate_id, '00000000-0000-0000-0000-000000000000'::uuid), coalesce(content_number, 0),
    sum(step), sum(step * cost), sum(step * units)
  from (select *, 1 as step from new_rows union all select *, -1 from old_rows) both_sides
  group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 having sum(step) <> 0 or sum(step * cost) <> 0 or sum(step * units) <> 0;
  return null;
end $$;
