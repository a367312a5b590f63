-- What was ever said about being written to, by which road and by whom. Rows are added; they go with the person alone.
create table consent_changes (
  enterprise_id uuid not null references enterprises,
  change_id uuid not null,
  customer_id uuid not null,
  channel text not null,
  state_before text not null check (state_before in ('granted', 'refused', 'never_asked')),
  state_after text not null check (state_after in ('granted', 'refused', 'never_asked')),
  -- What was said of where it comes from
  source text not null,
  road text not null check (road in ('card', 'import', 'undo', 'customer', 'merge')),
  changed_by uuid,
  changed_at timestamptz not null,
  -- Where messages of the channel went, or the address that said so
  address text not null,
  primary key (enterprise_id, change_id)
);
select protect_tenant_table('consent_changes', 'select, insert, update, delete');
create index consent_changes_by_customer on consent_changes (enterprise_id, customer_id, changed_at desc, change_id desc);

-- What was known when the history began
insert into consent_changes (enterprise_id, change_id, customer_id, channel, state_before, state_after, source, road, changed_at, address)
select k.enterprise_id, gen_random_uuid(), k.customer_id, k.channel, 'never_asked', case when k.is_granted then 'granted' else 'refused' end,
  k.source, 'card', k.changed_at, ''
from customer_consents k;
