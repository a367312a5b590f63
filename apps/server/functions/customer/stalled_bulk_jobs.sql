create or replace function stalled_bulk_jobs() returns table (enterprise_id uuid, bulk_id uuid)
language sql stable security definer set search_path = public as
$$ select b.enterprise_id, b.bulk_id from customer_bulk_jobs b
   where b.state in ('waiting', 'running') and b.created_at < now() - interval '15 seconds'
     and not is_leased(b.enterprise_id, 'bulk', b.bulk_id) limit 100 $$;
