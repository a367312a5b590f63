-- How the last connection test of a form went, under a keyed hash of all that was typed in: what failed is not saved as active.
create table channel_tests (
  enterprise_id uuid not null references enterprises,
  form_hash text not null,
  failure text not null,
  tested_at timestamptz not null default now(),
  primary key (enterprise_id, form_hash)
);
select protect_tenant_table('channel_tests');

-- It asked for the column that has become the channel's state.
create or replace function find_demo_widget_key() returns text language sql stable security definer set search_path = public as
$$ select widget_key from channels where type = 12 and state = 'ACTIVE' order by created_at limit 1 $$;

-- The library: media, documents, places, links and ready-made words.
create table artifact_buckets (
  enterprise_id uuid not null references enterprises,
  bucket_id uuid not null,
  name text not null,
  is_public boolean not null default false,
  owner_id uuid not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (enterprise_id, bucket_id)
);
select protect_tenant_table('artifact_buckets');
-- A name is there once: among the shared ones, and among a person's own.
create unique index artifact_buckets_by_name on artifact_buckets
  (enterprise_id, (case when is_public then '00000000-0000-0000-0000-000000000000'::uuid else owner_id end), lower(name));

create table artifacts (
  enterprise_id uuid not null references enterprises,
  artifact_id uuid not null,
  data_type text not null check (data_type in ('IMAGE', 'VIDEO', 'AUDIO', 'DOC', 'LOCATION', 'MSG', 'URL')),
  name text not null,
  description text not null default '',
  -- address, url, title, latitude, longitude, message, width, height
  data jsonb not null default '{}',
  file_id uuid,
  -- Of the file as it was uploaded, before its metadata was taken out
  upload_sha256 text not null default '',
  bucket_id uuid,
  dept_id uuid,
  is_public boolean not null,
  is_admin_created boolean not null default false,
  owner_id uuid not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (enterprise_id, artifact_id),
  foreign key (enterprise_id, file_id) references files,
  foreign key (enterprise_id, bucket_id) references artifact_buckets,
  check ((data_type in ('IMAGE', 'VIDEO', 'AUDIO', 'DOC')) = (file_id is not null))
);
select protect_tenant_table('artifacts');
create index artifacts_by_bucket on artifacts (enterprise_id, bucket_id) where bucket_id is not null;
create index artifacts_by_upload on artifacts (enterprise_id, upload_sha256) where upload_sha256 <> '';
