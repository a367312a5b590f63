-- Money that an enterprise pays in by the installation's payment gateway.
create table recharges (
  enterprise_id uuid not null references billing_accounts,
  recharge_id uuid not null,
  -- What the gateway knows the recharge by
  reference text not null,
  amount bigint not null check (amount > 0 and amount % 10000 = 0),
  tax bigint not null check (tax >= 0 and tax % 10000 = 0),
  currency text not null check (currency in ('INR', 'USD')),
  state text not null default 'pending' check (state in ('pending', 'paid', 'expired', 'cancelled', 'failed')),
  link_id text not null default '',
  url text not null default '',
  payment_id text not null default '',
  request_key text not null default '',
  created_by uuid not null,
  created_at timestamptz not null,
  paid_at timestamptz,
  -- When the gateway is asked next, and how often it was; null: it is not asked any more
  next_check_at timestamptz,
  checks integer not null default 0,
  primary key (enterprise_id, recharge_id),
  check ((state = 'paid') = (payment_id <> '')),
  check ((state = 'paid') = (paid_at is not null))
);
select protect_tenant_table('recharges', 'select, insert, update');
create unique index recharges_by_key on recharges (enterprise_id, created_by, request_key) where request_key <> '';
create index recharges_by_time on recharges (enterprise_id, created_at desc, recharge_id desc);
-- A payment is one recharge, whoever's.
create unique index recharges_by_payment on recharges (payment_id) where payment_id <> '';
create unique index recharges_by_reference on recharges (reference);
create unique index recharges_by_link on recharges (link_id) where link_id <> '';
create index recharges_due on recharges (next_check_at) where next_check_at is not null;

-- Whoever returns from the gateway, and the gateway itself, name the link alone.
create function find_recharge(wanted text) returns table (enterprise_id uuid, recharge_id uuid)
language sql stable security definer set search_path = public as
$$ select r.enterprise_id, r.recharge_id from recharges r where r.link_id = wanted and wanted <> '' $$;
create function recharges_to_check(at timestamptz) returns table (enterprise_id uuid, recharge_id uuid)
language sql stable security definer set search_path = public as
$$ select r.enterprise_id, r.recharge_id from recharges r where r.next_check_at <= at order by r.next_check_at limit 100 $$;
