create or replace function unsealed_enterprises() returns table (enterprise_id uuid) language sql stable security definer set search_path = public as
$$ select distinct u.enterprise_id from audit_unsealed u $$;
