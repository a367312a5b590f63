-- Short addresses that somebody asks for by a call: they are of no message, and are counted without anything about who opens them.
create table url_links (
  enterprise_id uuid not null references enterprises,
  link_id uuid not null,
  -- The record for which they were made
  owner_id uuid not null,
  code text not null unique check (code ~ '^[0-9A-Za-z]{16}$'),
  target text not null check (target <> ''),
  opens integer not null default 0,
  made_by uuid,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (enterprise_id, link_id)
) with (fillfactor = 70);
select protect_tenant_table('url_links');
create index url_links_by_owner on url_links (enterprise_id, owner_id, link_id desc);
create index url_links_expired on url_links (expires_at);
