-- Secrets by which an enterprise's server signs who a visitor of its website is: the current one, and for a day the one of before.
create table channel_identities (
  enterprise_id uuid not null,
  channel_id uuid not null,
  sealed_secret text not null,
  last4 text not null,
  sealed_former text not null default '',
  former_until timestamptz,
  changed_by uuid,
  changed_at timestamptz not null,
  primary key (enterprise_id, channel_id),
  foreign key (enterprise_id, channel_id) references channels on delete cascade
) with (fillfactor = 70);
select protect_tenant_table('channel_identities');

-- Names by which the enterprise's own systems know a customer. Two customers who became one have both.
create table customer_external_ids (
  enterprise_id uuid not null,
  external_id text not null check (external_id <> ''),
  customer_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (enterprise_id, external_id),
  foreign key (enterprise_id, customer_id) references customers on delete cascade
);
select protect_tenant_table('customer_external_ids');
create index customer_external_ids_by_customer on customer_external_ids (enterprise_id, customer_id);

-- Signed statements that were used, each for one visitor alone: with another visitor it is a replay.
create table identity_uses (
  enterprise_id uuid not null,
  channel_id uuid not null,
  jti text not null,
  address text not null,
  expires_at timestamptz not null,
  primary key (enterprise_id, channel_id, jti),
  foreign key (enterprise_id, channel_id) references channels on delete cascade
);
select protect_tenant_table('identity_uses');
create index identity_uses_by_end on identity_uses (expires_at);

-- A visitor whose address the enterprise has verified is looked for among the customers.
create index customers_by_email on customers (enterprise_id, lower(email)) where email <> '';
