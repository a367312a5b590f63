-- A download token opens one download. It is a signed text, so only those that were used have a row, until they would be over anyway.
create table spent_downloads (
  enterprise_id uuid not null references enterprises,
  token_id uuid not null,
  expires_at timestamptz not null,
  primary key (enterprise_id, token_id)
);
select protect_tenant_table('spent_downloads', 'select, insert, delete');
create index spent_downloads_by_expiry on spent_downloads (enterprise_id, expires_at);
