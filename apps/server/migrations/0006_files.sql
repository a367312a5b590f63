create table files (
  enterprise_id uuid not null references enterprises,
  file_id uuid not null,
  -- Where the bytes are; the same bytes are stored once for the installation
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  name text not null,
  type text not null,
  kind text not null check (kind in ('audio', 'image', 'video', 'document', 'archive')),
  size_bytes bigint not null check (size_bytes >= 0),
  -- null: a visitor's
  created_by uuid,
  created_at timestamptz not null default now(),
  primary key (enterprise_id, file_id)
);
select protect_tenant_table('files');
create unique index files_by_id on files (file_id);

-- For links that prove themselves by a signature and carry no enterprise.
create function find_file(wanted uuid) returns table (
  enterprise_id uuid, sha256 text, name text, type text, kind text, size_bytes bigint
) language sql stable security definer set search_path = public as $$
  select f.enterprise_id, f.sha256, f.name, f.type, f.kind, f.size_bytes from files f where f.file_id = wanted
$$;
