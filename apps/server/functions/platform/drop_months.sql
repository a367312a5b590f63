-- How long streams keep what happened (journeys.md 2): turns 90 days, walks 400; a month of walks goes when none of it lives. Counts and
-- milestones stay. A month goes as a table, which costs the same for ten rows as for ten million.
create or replace function drop_months(target regclass, before timestamptz) returns integer language plpgsql as $$
declare
  part record;
  dropped integer := 0;
begin
  for part in
    select c.oid::regclass as name, to_date(right(c.relname, 6), 'YYYYMM')::timestamp at time zone 'UTC' + interval '1 month' as ended
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = target and c.relname ~ '_[0-9]{6}$'
  loop
    if part.ended <= before then
      execute format('drop table %s', part.name);
      dropped := dropped + 1;
    end if;
  end loop;
  return dropped;
end $$;
