-- Numbers with columns of their own, out of files, for campaigns: a file is read once, and its rows serve counting, looking and sending.
create table audience_files (
  enterprise_id uuid not null references enterprises,
  file_id uuid not null,
  name text not null,
  -- The stored file that it is read from
  stored_file_id uuid not null,
  channel_type smallint not null,
  -- Of numbers without a country code, ISO 3166; '': the enterprise's
  country text not null default '',
  columns jsonb not null default '[]',
  delimiter text not null,
  state text not null default 'READING' check (state in ('READING', 'READY', 'ERROR')),
  row_count integer not null default 0,
  invalid_count integer not null default 0,
  error text not null default '',
  -- The text as it lies in the store, in UTF-8, and how far it is read
  sha256 text not null,
  size_bytes bigint not null,
  mark_bytes smallint not null,
  byte_offset bigint not null default 0,
  line_number integer not null default 0,
  created_by uuid,
  created_at timestamptz not null default now(),
  primary key (enterprise_id, file_id)
);
select protect_tenant_table('audience_files');
create table audience_rows (
  enterprise_id uuid not null,
  file_id uuid not null,
  number integer not null,
  -- As the ledger keeps it; '': none that can be sent to, with the reason
  address text not null,
  given text not null,
  fault text not null default '',
  cells jsonb not null,
  primary key (enterprise_id, file_id, number),
  foreign key (enterprise_id, file_id) references audience_files on delete cascade
);
select protect_tenant_table('audience_rows');
create index audience_rows_by_address on audience_rows (enterprise_id, file_id, address) where address <> '';

-- Customers who are reached by WhatsApp at a number of its own: where there are none, no two of them share an address.
create index customers_by_whatsapp on customers (enterprise_id, (profile->>'whatsAppNumber')) where profile->>'whatsAppNumber' <> '' and deleted_at is null;
