-- Versions of forms as WhatsApp flows: each is a flow of its own at the vendor of each channel.
create table form_flows (
  enterprise_id uuid not null references enterprises,
  form_id uuid not null,
  number integer not null,
  channel_id uuid not null,
  flow_id uuid not null,
  -- As the vendor knows it; by it a flow is found whose making was not answered
  name text not null check (name <> ''),
  vendor_flow_id text not null default '',
  mode text not null check (mode in ('static', 'endpoint')),
  state text not null default 'LOCAL' check (state in ('LOCAL', 'UPLOADED', 'PUBLISHED', 'THROTTLED', 'BLOCKED', 'DEPRECATED')),
  -- Words of the vendor about its last change
  reason text not null default '',
  errors jsonb not null default '[]',
  created_by uuid,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (enterprise_id, form_id, number, channel_id),
  unique (enterprise_id, flow_id),
  foreign key (enterprise_id, form_id, number) references form_versions on delete cascade,
  foreign key (enterprise_id, channel_id) references channels on delete cascade
) with (fillfactor = 70);
select protect_tenant_table('form_flows');
create unique index form_flows_at_vendor on form_flows (enterprise_id, channel_id, vendor_flow_id) where vendor_flow_id <> '';
create unique index form_flows_by_name on form_flows (enterprise_id, channel_id, name);
