create or replace function stalled_erasures() returns table (enterprise_id uuid, erasure_id uuid) language sql stable security definer set search_path = public as
$$ select e.enterprise_id, e.erasure_id from erasures e where e.state = 'running' order by e.requested_at limit 100 $$;
