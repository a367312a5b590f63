-- First steps of an enterprise: whether somebody has dismissed them. Which are done is read from the records themselves.
create table first_steps (
  enterprise_id uuid primary key references enterprises,
  dismissed_at timestamptz
);
select protect_tenant_table('first_steps');

-- Records that were made as sample data, each with a mark of what it was made of: another mark says that people have changed it.
create table sample_records (
  enterprise_id uuid not null references enterprises,
  kind text not null,
  record_id uuid not null,
  mark text not null,
  made_at timestamptz not null,
  primary key (enterprise_id, kind, record_id)
);
select protect_tenant_table('sample_records');
