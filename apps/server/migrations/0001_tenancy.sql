-- The wall between enterprises. The program runs as parley_app, which owns nothing and cannot bypass row-level security; whoever
-- migrates owns the tables. A login role without CREATEROLE needs: create role parley_app; grant parley_app to <login>.
do $$
begin
  if not exists (select from pg_roles where rolname = 'parley_app') then
    create role parley_app nologin nosuperuser nobypassrls;
  end if;
exception when duplicate_object or unique_violation then
  null; -- another database of this server made it at the same moment
end $$;

do $$
begin
  if not pg_has_role(current_user, 'parley_app', 'member') then
    execute format('grant parley_app to %I', current_user);
  end if;
end $$;

grant usage on schema public to parley_app;

-- The enterprise of the current transaction; none outside one, and then no row is seen.
create function current_enterprise_id() returns uuid language sql stable parallel safe as
$$ select nullif(current_setting('app.enterprise_id', true), '')::uuid $$;

-- Every table with an enterprise_id goes through this once.
create function protect_tenant_table(target regclass, actions text default 'select, insert, update, delete') returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format(
    'create policy tenant on %s to parley_app using (enterprise_id = (select current_enterprise_id())) with check (enterprise_id = (select current_enterprise_id()))',
    target);
  execute format('grant %s on %s to parley_app', actions, target);
end $$;

-- Makes the monthly partitions of a table from last month on; a default partition catches what no month covers.
create function ensure_month_partitions(target regclass, months integer) returns void language plpgsql as $$
declare
  month date;
  part text;
begin
  part := format('%s_default', target);
  if to_regclass(part) is null then
    execute format('create table %I partition of %s default', part, target);
  end if;
  for step in -1 .. months loop
    month := (date_trunc('month', now() at time zone 'UTC') + make_interval(months => step))::date;
    part := format('%s_%s', target, to_char(month, 'YYYYMM'));
    if to_regclass(part) is null then
      execute format('create table %I partition of %s for values from (%L) to (%L)', part, target,
        month::timestamp at time zone 'UTC', (month + interval '1 month')::timestamp at time zone 'UTC');
    end if;
  end loop;
end $$;
