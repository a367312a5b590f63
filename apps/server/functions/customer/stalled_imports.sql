create or replace function stalled_imports() returns table (enterprise_id uuid)
language sql stable security definer set search_path = public as
$$ select distinct i.enterprise_id from csv_imports i
   where i.phase in ('queued', 'running', 'undoing') and i.submitted_at < now() - interval '10 seconds'
     and not is_leased(i.enterprise_id, 'import', i.import_id) limit 100 $$;
