-- Ids of instances for which something is due, of the shards that a worker holds; at most so many of one enterprise, so that none waits for
-- another's. It locks nothing: whoever takes one looks again.
create or replace function due_journey_waits(shards smallint[], at timestamptz, most integer)
returns table (enterprise_id uuid, instance_id uuid) language sql stable security definer set search_path = public as $$
  select e.enterprise_id, w.instance_id
  from (select distinct d.enterprise_id from (
    select w.enterprise_id from journey_waits w where w.shard = any(shards) and w.due_at <= at and not w.is_held order by w.due_at limit 20000) d) e
  cross join lateral (
    select w.instance_id from journey_waits w
    where w.enterprise_id = e.enterprise_id and w.shard = any(shards) and w.due_at <= at and not w.is_held order by w.due_at limit most) w
$$;
