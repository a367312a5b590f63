-- Whoever returns from the gateway, and the gateway itself, name the link alone.
create or replace function find_recharge(wanted text) returns table (enterprise_id uuid, recharge_id uuid)
language sql stable security definer set search_path = public as
$$ select r.enterprise_id, r.recharge_id from recharges r where r.link_id = wanted and wanted <> '' $$;
