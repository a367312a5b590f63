-- A table that is filled faster than autovacuum looks has no statistics, and its queries get plans that read it whole: the ledger of a month's
-- first broadcast, above all. Its pages say at once how far it has grown; its rows' counts are told later.
create or replace function refresh_statistics() returns integer language plpgsql security definer set search_path = public as $$
declare
  grown regclass;
  refreshed integer := 0;
begin
  if not pg_try_advisory_xact_lock(5070031) then return 0; end if;
  for grown in
    select c.oid from pg_class c
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
      and (c.relname ~ '^(messages|message_events|message_handovers)_' or c.relname in ('send_queue', 'customers', 'customer_set_members'))
      and pg_relation_size(c.oid) / current_setting('block_size')::integer > 4 * greatest(c.relpages, 8)
  loop
    execute format('analyze %s', grown);
    refreshed := refreshed + 1;
  end loop;
  return refreshed;
end $$;
