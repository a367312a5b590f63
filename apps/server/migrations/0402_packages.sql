-- Packages: signed files of streams, forms, cards and templates that enterprises give each other.
create table package_publishers (
  enterprise_id uuid not null references enterprises,
  -- SHA-256 of the public key
  fingerprint text not null check (fingerprint ~ '^[0-9a-f]{64}$'),
  name text not null check (name <> ''),
  public_key text not null check (public_key <> ''),
  -- Sealed; of the enterprise's own key alone
  private_key text,
  accepted_by uuid,
  accepted_at timestamptz not null,
  primary key (enterprise_id, fingerprint)
);
select protect_tenant_table('package_publishers');
create unique index package_publishers_own on package_publishers (enterprise_id) where private_key is not null;

create table packages (
  enterprise_id uuid not null references enterprises,
  package_id uuid not null,
  key text not null check (key <> ''),
  version text not null check (version ~ '^\d+\.\d+\.\d+$'),
  name text not null check (name <> ''),
  purpose text not null,
  industry text not null,
  languages text[] not null,
  kinds text[] not null,
  publisher text not null,
  fingerprint text not null,
  -- The signed text, byte by byte
  manifest text not null,
  public_key text not null,
  signature text not null,
  is_own boolean not null,
  added_by uuid,
  added_at timestamptz not null,
  primary key (enterprise_id, package_id),
  unique (enterprise_id, key, version)
);
select protect_tenant_table('packages');

create table package_parts (
  enterprise_id uuid not null,
  package_id uuid not null,
  path text not null,
  -- As its hash in the manifest is taken
  content text not null,
  primary key (enterprise_id, package_id, path),
  foreign key (enterprise_id, package_id) references packages on delete cascade
);
select protect_tenant_table('package_parts');

create table package_installs (
  enterprise_id uuid not null references enterprises,
  install_id uuid not null,
  -- Of the version that is installed; shipped ones have no row
  package_id uuid not null,
  key text not null,
  name text not null,
  version text not null,
  state text not null default 'INSTALLED' check (state in ('INSTALLED', 'UPDATED', 'REMOVED')),
  request_key text not null,
  installed_by uuid,
  installed_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (enterprise_id, install_id),
  unique (enterprise_id, request_key)
);
select protect_tenant_table('package_installs');
create unique index package_installs_live on package_installs (enterprise_id, key) where state <> 'REMOVED';

create table package_items (
  enterprise_id uuid not null,
  install_id uuid not null,
  path text not null,
  kind text not null check (kind in ('card', 'template', 'form', 'stream', 'encap')),
  name text not null,
  -- Null: it was skipped
  record_id uuid,
  -- It was there before
  is_own boolean not null default false,
  -- SHA-256 of the item as the package had it
  given text not null,
  -- The thing as it was installed; null of own and skipped ones
  base jsonb,
  primary key (enterprise_id, install_id, path),
  foreign key (enterprise_id, install_id) references package_installs on delete cascade
);
select protect_tenant_table('package_items');
