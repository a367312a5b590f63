-- The first waiting row of each priority is found by index, however long the queue is.
create or replace function channels_to_send(at timestamptz) returns table (enterprise_id uuid, channel_id uuid)
language sql stable security definer set search_path = public as $$
  select c.enterprise_id, c.channel_id from channels c
  where c.type <> 12 and c.state = 'ACTIVE' and exists (
    select from (values (0::smallint), (5::smallint), (9::smallint)) as p(priority)
    cross join lateral (
      select q.due_at from send_queue q
      where q.enterprise_id = c.enterprise_id and q.channel_id = c.channel_id and q.priority = p.priority and not q.is_held
      order by q.due_at limit 1) first
    where first.due_at <= at)
$$;
