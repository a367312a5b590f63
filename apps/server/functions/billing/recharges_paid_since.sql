-- What came in lately, for the comparison with the gateway's own list.
create or replace function recharges_paid_since(moment timestamptz) returns table (enterprise_id uuid, recharge_id uuid, payment_id text, asked bigint, paid_at timestamptz)
language sql stable security definer set search_path = public as $$
  select r.enterprise_id, r.recharge_id, r.payment_id, r.amount + r.tax, r.paid_at from recharges r where r.state = 'paid' and r.paid_at >= moment
$$;
