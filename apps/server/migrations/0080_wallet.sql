-- Money of an enterprise. The ledger of messages says what each message costs; the wallet says where the money is. No message writes to the
-- wallet: who sends takes money ahead (wallet_grants), pays each row out of it, and a poster books what has become of the rows.

-- What operators ask for a unit; rows are never changed, a later one of the same kind takes over from its time on.
create table billing_rates (
  enterprise_id uuid not null references enterprises,
  rate_id uuid not null,
  channel_type integer not null,
  -- '' stands for all
  vendor text not null default '',
  category text not null default '' check (category in ('', 'MARKETING', 'UTILITY', 'UTILITY_IN_WINDOW', 'AUTHENTICATION', 'SERVICE')),
  country text not null default '' check (country ~ '^([A-Z]{2})?$'),
  -- From so many units of the month on
  from_units bigint not null default 0 check (from_units >= 0),
  -- Millionths of the wallet's currency for one unit
  price bigint not null check (price >= 0),
  valid_from timestamptz not null,
  created_at timestamptz not null default now(),
  created_by text not null default '',
  primary key (enterprise_id, rate_id),
  unique (enterprise_id, channel_type, vendor, category, country, from_units, valid_from)
);
select protect_tenant_table('billing_rates', 'select, insert');

create table billing_accounts (
  enterprise_id uuid primary key references enterprises,
  currency text not null default 'INR' check (currency in ('INR', 'USD')),
  plan text not null default 'PREPAID' check (plan in ('PREPAID', 'POSTPAID')),
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'INACTIVE')),
  -- How far conversations may go below nothing, all together
  overdraft bigint not null default 0 check (overdraft >= 0),
  -- How far a postpaid wallet may go below nothing
  credit bigint not null default 0 check (credit >= 0),
  tax_basis_points integer not null default 0 check (tax_basis_points between 0 and 10000),
  -- Where money comes from and goes to · what is free · what is taken ahead or paid and not handed over · what is handed over
  outside bigint not null default 0,
  available bigint not null default 0,
  granted bigint not null default 0,
  spent bigint not null default 0,
  next_seq bigint not null default 1,
  version integer not null default 1,
  -- Since when the books do not add up; nobody mends them by a program
  difference_at timestamptz,
  check (outside + available + granted + spent = 0),
  check (available >= case plan when 'POSTPAID' then -credit else 0 end)
);
select protect_tenant_table('billing_accounts', 'select, insert, update');

create table billing_movements (
  enterprise_id uuid not null references billing_accounts,
  seq bigint not null,
  kind text not null check (kind in ('recharge', 'reserve', 'charge', 'release', 'refund', 'correction', 'gateway_refund')),
  from_account text not null check (from_account in ('outside', 'available', 'granted', 'spent')),
  to_account text not null check (to_account in ('outside', 'available', 'granted', 'spent')),
  amount bigint not null check (amount > 0),
  reference text not null default '',
  -- What happens once at most; '' for what may happen again
  unique_key text not null default '',
  -- What is available afterwards
  balance_after bigint not null,
  reason text not null default '',
  actor text not null default '',
  at timestamptz not null,
  primary key (enterprise_id, seq),
  check (from_account <> to_account)
);
select protect_tenant_table('billing_movements', 'select, insert');
create unique index billing_movements_once on billing_movements (enterprise_id, unique_key) where unique_key <> '';
create index billing_movements_by_time on billing_movements (enterprise_id, at);

-- Money that somebody who sends has taken ahead: a run, or one of sixteen lanes of conversations.
create table wallet_grants (
  enterprise_id uuid not null references billing_accounts,
  payer_kind text not null check (payer_kind in ('run', 'lane')),
  payer_id uuid not null,
  -- Of a lane it may lie below nothing, as far as the overdraft goes
  unused bigint not null default 0 check (unused >= 0 or payer_kind = 'lane'),
  -- All that there was: the batch that it was gathered for is paid by it, and nobody takes it meanwhile
  is_final boolean not null default false,
  -- Kept for this run alone
  is_reserved boolean not null default false,
  primary key (enterprise_id, payer_kind, payer_id)
) with (fillfactor = 50);
select protect_tenant_table('wallet_grants');

create function lane_id(number integer) returns uuid language sql immutable as $$ select ('00000000-0000-0000-0000-0000000000' || lpad(to_hex(number), 2, '0'))::uuid $$;
-- Each enterprise has its account from the start, however it is made.
create function open_billing_account() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into billing_accounts (enterprise_id) values (new.enterprise_id);
  insert into wallet_grants (enterprise_id, payer_kind, payer_id) select new.enterprise_id, 'lane', lane_id(n) from generate_series(1, 16) n;
  return null;
end $$;
create trigger enterprises_have_accounts after insert on enterprises for each row execute function open_billing_account();
insert into billing_accounts (enterprise_id) select enterprise_id from enterprises;
insert into wallet_grants (enterprise_id, payer_kind, payer_id) select enterprise_id, 'lane', lane_id(n) from enterprises, generate_series(1, 16) n;

-- What a message was priced by, and for how many units. Whoever gets nothing pays nothing.
alter table messages
  add column units integer not null default 1 check (units > 0),
  add column rate_id uuid,
  add constraint messages_unpaid check (cost = 0 or status not in ('FAILED', 'SKIPPED'));

-- What was booked as handed over and has failed since: the poster gives it back and takes the row away.
create table message_refunds (
  enterprise_id uuid not null,
  message_id uuid not null,
  refund_id bigint generated always as identity,
  cost bigint not null check (cost > 0),
  primary key (enterprise_id, refund_id)
);
select protect_tenant_table('message_refunds');

-- Counts know units and rates too, so consumption by anything is a sum.
alter table message_counts
  add column units bigint not null default 0,
  add column rate_id uuid not null default '00000000-0000-0000-0000-000000000000';
update message_counts set units = count;
alter table message_counts drop constraint message_counts_pkey;
alter table message_counts add primary key (enterprise_id, run_id, day, channel_id, source, direction, status, reason, rate_id);
create index message_counts_by_day on message_counts (enterprise_id, day);
alter table message_count_changes
  add column units bigint not null default 0,
  add column rate_id uuid not null default '00000000-0000-0000-0000-000000000000';
update message_count_changes set units = count;

-- Cost of the ledger's rows by what they are to the wallet: waiting or of unknown outcome, and handed over.
create table cost_totals (
  enterprise_id uuid not null,
  class text not null check (class in ('open', 'spent')),
  cost bigint not null,
  primary key (enterprise_id, class)
);
select protect_tenant_table('cost_totals', 'select');
create function cost_class(status text) returns text language sql immutable as $$
  select case when status in ('QUEUED', 'UNKNOWN') then 'open' when status in ('SENT', 'DELIVERED', 'READ') then 'spent' end $$;

create or replace function count_new_messages() returns trigger language plpgsql as $$
begin
  insert into message_count_changes (enterprise_id, day, channel_id, source, run_id, direction, status, reason, rate_id, count, cost, units)
  select enterprise_id, (created_at at time zone 'UTC')::date, channel_id, source,
    case when source in ('CAMPAIGN', 'BROADCAST', 'JOURNEY') then resource_id else '00000000-0000-0000-0000-000000000000'::uuid end,
    direction, status, reason, coalesce(rate_id, '00000000-0000-0000-0000-000000000000'::uuid), count(*), sum(cost), sum(units)
  from new_rows group by 1, 2, 3, 4, 5, 6, 7, 8, 9;
  return null;
end $$;
create or replace function count_changed_messages() returns trigger language plpgsql as $$
begin
  insert into message_count_changes (enterprise_id, day, channel_id, source, run_id, direction, status, reason, rate_id, count, cost, units)
  select enterprise_id, (created_at at time zone 'UTC')::date, channel_id, source,
    case when source in ('CAMPAIGN', 'BROADCAST', 'JOURNEY') then resource_id else '00000000-0000-0000-0000-000000000000'::uuid end,
    direction, status, reason, coalesce(rate_id, '00000000-0000-0000-0000-000000000000'::uuid), sum(step), sum(step * cost), sum(step * units)
  from (select *, 1 as step from new_rows union all select *, -1 from old_rows) both_sides
  group by 1, 2, 3, 4, 5, 6, 7, 8, 9 having sum(step) <> 0 or sum(step * cost) <> 0 or sum(step * units) <> 0;
  return null;
end $$;
create or replace function fold_message_counts() returns integer language plpgsql security definer set search_path = public as $$
declare
  folded integer;
begin
  if not pg_try_advisory_xact_lock(5070020) then return 0; end if;
  with gone as (delete from message_count_changes returning *),
  sums as (
    select enterprise_id, day, channel_id, source, run_id, direction, status, reason, rate_id, sum(count) as count, sum(cost) as cost, sum(units) as units
    from gone group by 1, 2, 3, 4, 5, 6, 7, 8, 9),
  written as (
    insert into message_counts as c (enterprise_id, day, channel_id, source, run_id, direction, status, reason, rate_id, count, cost, units)
    select * from sums
    on conflict (enterprise_id, run_id, day, channel_id, source, direction, status, reason, rate_id)
    do update set count = c.count + excluded.count, cost = c.cost + excluded.cost, units = c.units + excluded.units),
  costed as (
    insert into cost_totals as t (enterprise_id, class, cost)
    select enterprise_id, cost_class(status), sum(cost) from gone where cost <> 0 and cost_class(status) is not null group by 1, 2
    on conflict (enterprise_id, class) do update set cost = t.cost + excluded.cost)
  select count(*) into folded from gone;
  return folded;
end $$;

-- Wallets for which the poster has something to book, by what is folded: the rest follows with its next round.
create function wallets_to_settle() returns table (enterprise_id uuid)
language sql stable security definer set search_path = public as $$
  select a.enterprise_id from billing_accounts a
  cross join lateral (select coalesce(sum(g.unused), 0) as unused, bool_or(g.payer_kind = 'run' or g.unused < 0) as is_held from wallet_grants g
    where g.enterprise_id = a.enterprise_id) g
  cross join lateral (select coalesce(sum(t.cost) filter (where t.class = 'open'), 0) as open, coalesce(sum(t.cost) filter (where t.class = 'spent'), 0) as spent
    from cost_totals t where t.enterprise_id = a.enterprise_id) t
  where g.is_held or t.spent <> a.spent or g.unused + t.open <> a.granted
    or exists (select from message_refunds r where r.enterprise_id = a.enterprise_id)
$$;
create function enterprises_with_wallets() returns table (enterprise_id uuid)
language sql stable security definer set search_path = public as $$ select enterprise_id from billing_accounts $$;

-- For the operator's list alone, who is no user of any enterprise.
create function operator_accounts(skipped integer, most integer) returns table (enterprise_id uuid, name text)
language sql stable security definer set search_path = public as $$
  select a.enterprise_id, e.name from billing_accounts a join enterprises e using (enterprise_id) order by e.name, a.enterprise_id offset skipped limit most
$$;
