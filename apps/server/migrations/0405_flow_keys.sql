-- Keys of a channel by which phones seal what flows send to our endpoint. The private part is sealed.
create table flow_keys (
  enterprise_id uuid not null,
  channel_id uuid not null,
  key_id uuid not null,
  state text not null default 'NEXT' check (state in ('NEXT', 'CURRENT', 'OLD')),
  public_key text not null,
  sealed_private text not null,
  created_at timestamptz not null,
  -- Null: the vendor has not confirmed it
  uploaded_at timestamptz,
  -- Until when a replaced one still opens requests
  read_until timestamptz,
  last_ping_at timestamptz,
  last_request_at timestamptz,
  last_fault text not null default '',
  last_fault_at timestamptz,
  primary key (enterprise_id, channel_id, key_id),
  foreign key (enterprise_id, channel_id) references channels on delete cascade
) with (fillfactor = 70);
select protect_tenant_table('flow_keys');
create unique index flow_keys_current on flow_keys (enterprise_id, channel_id) where state = 'CURRENT';
create unique index flow_keys_next on flow_keys (enterprise_id, channel_id) where state = 'NEXT';
