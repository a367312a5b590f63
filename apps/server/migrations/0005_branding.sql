create table brandings (
  enterprise_id uuid primary key references enterprises,
  -- The host that the draft is for; '' until one is named
  host text not null default '',
  draft jsonb not null,
  published jsonb,
  published_host text not null default '',
  published_at timestamptz,
  published_by text not null default '',
  -- Files that the published brand shows: anybody may load them
  public_file_ids uuid[] not null default '{}',
  version integer not null default 1,
  updated_by text not null default '',
  updated_at timestamptz not null default now()
);
select protect_tenant_table('brandings');
create unique index brandings_by_host on brandings (host) where host <> '';
create unique index brandings_by_published_host on brandings (published_host) where published_host <> '';
create index brandings_by_public_file on brandings using gin (public_file_ids);

create table branding_versions (
  enterprise_id uuid not null references enterprises,
  version_id uuid not null,
  host text not null,
  brand jsonb not null,
  published_by text not null,
  published_at timestamptz not null default now(),
  primary key (enterprise_id, version_id)
);
select protect_tenant_table('branding_versions', 'select, insert');

-- Asked by browsers before anybody has signed in.
create function find_brand_of_host(wanted text) returns jsonb language sql stable security definer set search_path = public as
$$ select published from brandings where published_host = lower(wanted) and published is not null and wanted <> '' $$;

create function is_host_taken(wanted text, asking uuid) returns boolean language sql stable security definer set search_path = public as
$$ select exists (select from brandings where enterprise_id <> asking and wanted in (host, published_host)) $$;

create function is_brand_file(wanted uuid) returns boolean language sql stable security definer set search_path = public as
$$ select exists (select from brandings where public_file_ids @> array[wanted]) $$;
