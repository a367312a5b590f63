create or replace function enterprises_with_alerts() returns table (enterprise_id uuid)
language sql stable security definer set search_path = public as $$ select distinct enterprise_id from billing_alerts $$;
