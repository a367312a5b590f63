-- Exports that nobody works on, since their worker was killed or their job lost.
create or replace function stalled_exports() returns table (enterprise_id uuid, export_id uuid)
language sql stable security definer set search_path = public as
$$ select e.enterprise_id, e.export_id from exports e
   where e.state in ('waiting', 'running') and e.created_at < now() - interval '15 seconds'
     and not is_leased(e.enterprise_id, 'export', e.export_id) limit 100 $$;
