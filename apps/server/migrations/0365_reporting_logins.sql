-- Logins with which an enterprise reads its figures by SQL. The role of the server has the same name and no rights but on the views.
create table reporting_logins (
  enterprise_id uuid not null references enterprises,
  login text not null unique check (login ~ '^parley_r_[a-z0-9]{12}$'),
  created_by uuid not null,
  created_at timestamptz not null,
  -- Null: the one in use. A former one works until then.
  valid_until timestamptz,
  primary key (enterprise_id, login),
  foreign key (enterprise_id, created_by) references users (enterprise_id, user_id)
);
select protect_tenant_table('reporting_logins');
-- Two who switch on at one moment make one login.
create unique index reporting_logins_in_use on reporting_logins (enterprise_id) where valid_until is null;

-- The key by which a customer is named in the views: whoever knows it recognises the same customer, and nobody finds out whom.
create table reporting_keys (
  enterprise_id uuid primary key references enterprises,
  secret bytea not null check (length(secret) = 32)
);
select protect_tenant_table('reporting_keys');

-- Statements that the watch has seen, without their literals, for 30 days.
create table sql_statements (
  enterprise_id uuid not null references enterprises,
  statement_id uuid not null,
  login text not null,
  began_at timestamptz not null,
  -- Of one connection; with began_at it tells statements apart
  backend text not null,
  application text not null,
  address text not null,
  statement text not null check (length(statement) <= 500),
  took_ms bigint not null check (took_ms >= 0),
  outcome text not null check (outcome in ('running', 'ended', 'cancelled', 'terminated')),
  primary key (enterprise_id, statement_id),
  unique (enterprise_id, began_at, backend)
) with (fillfactor = 70);
select protect_tenant_table('sql_statements');
create index sql_statements_by_age on sql_statements (began_at);
create index sql_statements_running on sql_statements (enterprise_id) where outcome = 'running';
