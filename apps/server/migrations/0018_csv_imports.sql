alter table files drop constraint files_kind_check;
alter table files add constraint files_kind_check check (kind in ('audio', 'image', 'video', 'document', 'archive', 'import'));

create table csv_imports (
  enterprise_id uuid not null references enterprises,
  import_id uuid not null,
  file_id uuid not null,
  file_name text not null,
  size_bytes bigint not null,
  -- Of the text as UTF-8, `mark_bytes` of which in front are no text
  sha256 text not null,
  mark_bytes smallint not null default 0,
  encoding text not null,
  delimiter text not null,
  headers jsonb not null,
  -- 'parsed' until a mapping is submitted
  phase text not null default 'parsed' check (phase in ('parsed', 'queued', 'running', 'completed', 'failed', 'cancelled', 'undoing', 'undone')),
  header_mapping jsonb not null default '[]',
  replaces boolean not null default false,
  group_id uuid,
  label_id uuid,
  -- As they were called, since they may go
  group_name text not null default '',
  label_name text not null default '',
  country text not null default '',
  -- Where the next batch begins: bytes of the file as UTF-8, and lines of it
  byte_offset bigint not null default 0,
  line_number bigint not null default 0,
  total_lines integer not null default 0,
  accepted_lines integer not null default 0,
  error_lines integer not null default 0,
  created_count integer not null default 0,
  replaced_count integer not null default 0,
  undone_count integer not null default 0,
  kept_count integer not null default 0,
  -- The ids of new customers lie between these
  first_customer_id uuid,
  last_customer_id uuid,
  -- How far an undo came: through the new customers, and then through the replaced ones
  undo_cursor uuid not null default '00000000-0000-0000-0000-000000000000',
  replaced_cursor uuid not null default '00000000-0000-0000-0000-000000000000',
  reason text not null default '',
  created_by uuid not null,
  created_at timestamptz not null default now(),
  submitted_at timestamptz,
  completed_at timestamptz,
  undone_at timestamptz,
  -- Who works on it, and until when nobody else may
  runner_id uuid,
  runner_until timestamptz,
  primary key (enterprise_id, import_id),
  check (accepted_lines + error_lines = total_lines)
);
select protect_tenant_table('csv_imports');
create index csv_imports_by_time on csv_imports (enterprise_id, submitted_at desc, import_id desc) where submitted_at is not null;
create index csv_imports_unfinished on csv_imports (enterprise_id, submitted_at) where phase in ('queued', 'running', 'undoing');

create table csv_import_errors (
  enterprise_id uuid not null,
  import_id uuid not null,
  line_number bigint not null,
  line_text text not null,
  -- The row's cells; null where it could not be cut into cells
  cells jsonb,
  messages text[] not null,
  primary key (enterprise_id, import_id, line_number),
  foreign key (enterprise_id, import_id) references csv_imports on delete cascade
);
select protect_tenant_table('csv_import_errors');

create table csv_mappings (
  enterprise_id uuid not null references enterprises,
  mapping_id uuid not null,
  name text not null check (btrim(name) <> ''),
  header_mapping jsonb not null,
  created_at timestamptz not null default now(),
  primary key (enterprise_id, mapping_id)
);
select protect_tenant_table('csv_mappings');
create unique index csv_mappings_by_name on csv_mappings (enterprise_id, lower(name));

create function stalled_imports() returns table (enterprise_id uuid)
language sql stable security definer set search_path = public as
$$ select distinct i.enterprise_id from csv_imports i
   where i.phase in ('queued', 'running', 'undoing') and coalesce(i.runner_until, i.submitted_at + interval '10 seconds') < now() limit 100 $$;
