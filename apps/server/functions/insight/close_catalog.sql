-- PostgreSQL lets everybody take locks of the program, write large objects, run blocks and make temporary tables. Only a superuser may take that
-- away; without one the watch ends sessions that hold such locks. The program keeps what it uses.
create or replace function close_catalog() returns void language plpgsql set search_path = pg_catalog as $$
declare
  routine regprocedure;
begin
  if not (select rolsuper from pg_roles where rolname = current_user) then return; end if;
  for routine in
    select p.oid from pg_proc p
    where p.pronamespace = 'pg_catalog'::regnamespace
      and (p.proname ~ '^pg_(try_)?advisory_' or p.proname ~ '^lo_' or p.proname in ('lowrite', 'pg_notify', 'pg_sleep', 'pg_sleep_for', 'pg_sleep_until',
        'pg_export_snapshot', 'query_to_xml', 'query_to_xmlschema', 'query_to_xml_and_xmlschema', 'table_to_xml', 'schema_to_xml', 'database_to_xml',
        'cursor_to_xml'))
      and has_function_privilege('public', p.oid, 'execute')
  loop
    execute format('revoke execute on function %s from public', routine);
    execute format('grant execute on function %s to parley_app', routine);
  end loop;
  if has_language_privilege('public', 'plpgsql', 'usage') then
    revoke usage on language plpgsql from public;
    grant usage on language plpgsql to parley_app;
  end if;
  if has_database_privilege('public', current_database(), 'temporary') then
    execute format('revoke temporary on database %I from public', current_database());
    execute format('grant temporary on database %I to parley_app', current_database());
  end if;
end $$;
revoke execute on function close_catalog() from public;
