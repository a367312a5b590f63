-- The demo enterprise begins with thirty days of history, and thirty days before the first of March lie in January.
create or replace function ensure_month_partitions(target regclass, months integer, fill integer default 100) returns void language plpgsql as $$
declare
  month date;
  part text;
begin
  part := format('%s_default', target);
  if to_regclass(part) is null then
    execute format('create table %I partition of %s default with (fillfactor = %s)', part, target, fill);
  end if;
  for step in -2 .. months loop
    month := (date_trunc('month', now() at time zone 'UTC') + make_interval(months => step))::date;
    part := format('%s_%s', target, to_char(month, 'YYYYMM'));
    if to_regclass(part) is null then
      execute format('create table %I partition of %s for values from (%L) to (%L) with (fillfactor = %s)', part, target,
        month::timestamp at time zone 'UTC', (month + interval '1 month')::timestamp at time zone 'UTC', fill);
    end if;
  end loop;
end $$;
