-- Who is told when the balance falls below an amount.
create table billing_alerts (
  enterprise_id uuid not null references billing_accounts,
  alert_id uuid not null,
  threshold bigint not null,
  user_ids uuid[] not null check (cardinality(user_ids) between 1 and 20),
  -- It was below when it was looked at last: people are told once, when it falls
  is_below boolean not null,
  version integer not null default 1,
  primary key (enterprise_id, alert_id),
  unique (enterprise_id, threshold)
);
select protect_tenant_table('billing_alerts');

create function enterprises_with_alerts() returns table (enterprise_id uuid)
language sql stable security definer set search_path = public as $$ select distinct enterprise_id from billing_alerts $$;
-- What came in lately, for the comparison with the gateway's own list.
create function recharges_paid_since(moment timestamptz) returns table (enterprise_id uuid, recharge_id uuid, payment_id text, asked bigint, paid_at timestamptz)
language sql stable security definer set search_path = public as $$
  select r.enterprise_id, r.recharge_id, r.payment_id, r.amount + r.tax, r.paid_at from recharges r where r.state = 'paid' and r.paid_at >= moment
$$;
