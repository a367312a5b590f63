-- Files that are made of lists: for their maker alone, for some days.
create table exports (
  enterprise_id uuid not null references enterprises,
  export_id uuid not null,
  kind text not null,
  -- What was asked for; emptied when the file is made, since a text of a filter may be a number
  filter jsonb not null,
  name text not null default '',
  state text not null check (state in ('waiting', 'running', 'ready', 'failed', 'cancelled', 'expired')),
  fault text not null default '' check (fault in ('', 'right', 'record', 'tries')),
  rows integer not null default 0,
  total integer,
  size_bytes bigint,
  -- Rights of the maker with which the file was made
  rights jsonb not null default '{}',
  file_id uuid,
  downloads integer not null default 0,
  tries integer not null default 0,
  request_key text not null default '',
  created_by uuid not null,
  created_at timestamptz not null,
  finished_at timestamptz,
  expires_at timestamptz,
  primary key (enterprise_id, export_id),
  foreign key (enterprise_id, created_by) references users on delete cascade
);
select protect_tenant_table('exports');
create index exports_of_user on exports (enterprise_id, created_by, export_id desc);
create unique index exports_by_key on exports (enterprise_id, created_by, request_key) where request_key <> '';
create index exports_unfinished on exports (created_at) where state in ('waiting', 'running');
create index exports_with_file on exports (expires_at) where file_id is not null;
create index exports_old on exports (created_at);
