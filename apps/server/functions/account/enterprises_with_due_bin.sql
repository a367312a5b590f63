create or replace function enterprises_with_due_bin() returns table (enterprise_id uuid) language sql stable security definer set search_path = public as
$$ select distinct e.enterprise_id from bin_entries e where e.state = 'waiting' and e.purge_at <= now()
   union select distinct e.enterprise_id from bin_entries e where e.state <> 'waiting' and e.purge_at <= now() - interval '30 days' $$;
