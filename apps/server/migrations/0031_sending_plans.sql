-- A table that is filled faster than autovacuum looks has no statistics, and its queries get plans that read it whole: the ledger of a month's
-- first broadcast, above all. Its pages say at once how far it has grown; its rows' counts are told later.
create function refresh_statistics() returns integer language plpgsql security definer set search_path = public as $$
declare
  grown regclass;
  refreshed integer := 0;
begin
  if not pg_try_advisory_xact_lock(5070031) then return 0; end if;
  for grown in
    select c.oid from pg_class c
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
      and (c.relname ~ '^(messages|message_events)_' or c.relname in ('send_queue', 'customers', 'customer_set_members'))
      and pg_relation_size(c.oid) / current_setting('block_size')::integer > 4 * greatest(c.relpages, 8)
  loop
    execute format('analyze %s', grown);
    refreshed := refreshed + 1;
  end loop;
  return refreshed;
end $$;

-- The first waiting row of each priority is found by index, however long the queue is.
create or replace function channels_to_send() returns table (enterprise_id uuid, channel_id uuid)
language sql stable security definer set search_path = public as $$
  select c.enterprise_id, c.channel_id from channels c
  where c.type <> 12 and c.state = 'ACTIVE' and exists (
    select from (values (0::smallint), (5::smallint), (9::smallint)) as p(priority)
    cross join lateral (
      select q.due_at from send_queue q
      where q.enterprise_id = c.enterprise_id and q.channel_id = c.channel_id and q.priority = p.priority and q.worker_id is null
      order by q.due_at limit 1) first
    where first.due_at <= now())
$$;

-- The job of a run whose audience nobody freezes may be lost.
create or replace function unfinished_runs() returns table (enterprise_id uuid, run_id uuid, source text, state text)
language sql stable security definer set search_path = public as $$
  select r.enterprise_id, r.run_id, r.source, r.state from send_runs r
  where r.state = 'sending' or (r.state = 'freezing' and not is_leased(r.enterprise_id, 'freeze', r.run_id))
$$;
