create table channels (
  enterprise_id uuid not null references enterprises,
  channel_id uuid not null,
  type smallint not null,
  name text not null check (name <> ''),
  vendor text not null default 'twixormcmi',
  is_active boolean not null default true,
  -- What the page of the widget names; public, and worth nothing without an allowed origin
  widget_key text not null unique,
  data jsonb not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (enterprise_id, channel_id)
);
select protect_tenant_table('channels');

create function find_channel_by_widget_key(wanted text) returns table (enterprise_id uuid, channel_id uuid, name text, is_active boolean, data jsonb)
language sql stable security definer set search_path = public as $$
  select c.enterprise_id, c.channel_id, c.name, c.is_active, c.data from channels c where c.widget_key = wanted and c.type = 12
$$;

create table customers (
  enterprise_id uuid not null references enterprises,
  customer_id uuid not null,
  name text not null,
  number text not null default '',
  email text not null default '',
  created_at timestamptz not null default now(),
  primary key (enterprise_id, customer_id)
);
select protect_tenant_table('customers');
create index customers_by_time on customers (enterprise_id, created_at desc, customer_id desc);

-- How a channel knows a customer: a number, an id of the vendor, or the hash of a visitor's token.
create table customer_addresses (
  enterprise_id uuid not null,
  channel_id uuid not null,
  address text not null,
  customer_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (enterprise_id, channel_id, address),
  foreign key (enterprise_id, channel_id) references channels,
  foreign key (enterprise_id, customer_id) references customers on delete cascade
);
select protect_tenant_table('customer_addresses');
create index customer_addresses_by_customer on customer_addresses (enterprise_id, customer_id);
