-- Events that a page told of its visitor; kept for 30 days.
create table visitor_events (
  enterprise_id uuid not null,
  event_id uuid not null,
  channel_id uuid not null,
  -- The hash of the visitor's token
  address text not null,
  -- Null: the visitor has not written, and nobody has said who they are
  customer_id uuid,
  name text not null check (name <> ''),
  data jsonb not null default '{}',
  page_url text not null default '',
  at timestamptz not null,
  primary key (enterprise_id, event_id),
  foreign key (enterprise_id, channel_id) references channels on delete cascade
);
select protect_tenant_table('visitor_events');
create index visitor_events_by_visitor on visitor_events (enterprise_id, channel_id, address, event_id);
create index visitor_events_by_customer on visitor_events (enterprise_id, customer_id, event_id) where customer_id is not null;
create index visitor_events_by_time on visitor_events (at);
