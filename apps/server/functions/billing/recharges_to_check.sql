create or replace function recharges_to_check(at timestamptz) returns table (enterprise_id uuid, recharge_id uuid)
language sql stable security definer set search_path = public as
$$ select r.enterprise_id, r.recharge_id from recharges r where r.next_check_at <= at order by r.next_check_at limit 100 $$;
