create or replace function enterprises_with_waiting_receipts() returns table (enterprise_id uuid)
language sql stable security definer set search_path = public as
$$ select distinct w.enterprise_id from waiting_receipts w where not w.is_orphan $$;
