-- Whoever has paid may come back before the answer to the making of the link: then the reference alone is known to us.
create or replace function find_recharge_by_reference(wanted text) returns table (enterprise_id uuid, recharge_id uuid)
language sql stable security definer set search_path = public as
$$ select r.enterprise_id, r.recharge_id from recharges r where r.reference = wanted and wanted <> '' $$;
