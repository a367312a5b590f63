-- One invoice a month (UTC) from the movements that were posted in it, and credit notes that correct invoices. Numbers are without gaps in a
-- financial year (April to March) of the installation, which issues them.
create table invoices (
  enterprise_id uuid not null references billing_accounts,
  invoice_id uuid not null,
  kind text not null check (kind in ('invoice', 'credit_note')),
  financial_year text not null check (financial_year ~ '^[0-9]{4}$'),
  serial integer not null check (serial > 0),
  number text not null check (length(number) <= 16),
  period text not null check (period ~ '^[0-9]{4}-[0-9]{2}$'),
  currency text not null check (currency in ('INR', 'USD')),
  lines jsonb not null,
  net bigint not null check (net >= 0),
  tax bigint not null check (tax >= 0),
  paid bigint not null check (paid >= 0),
  due bigint not null check (due = net + tax - paid),
  corrects uuid,
  reason text not null default '',
  request_key text not null default '',
  -- As it was printed, so that a later name or address changes nothing
  seller text not null,
  buyer jsonb not null,
  issued_at timestamptz not null,
  file_id uuid,
  primary key (enterprise_id, invoice_id),
  foreign key (enterprise_id, corrects) references invoices (enterprise_id, invoice_id),
  check ((corrects is not null) = (reason <> ''))
);
select protect_tenant_table('invoices', 'select, insert, update');
create unique index invoices_by_number on invoices (kind, financial_year, serial);
create unique index invoices_by_period on invoices (enterprise_id, period) where corrects is null;
create unique index invoices_by_key on invoices (enterprise_id, request_key) where request_key <> '';

-- The next number of the installation. Whoever asks holds the series until its transaction ends: a number that is not used is given again.
create function next_invoice_serial(wanted_kind text, wanted_year text) returns integer
language plpgsql security definer set search_path = public as $$
begin
  perform pg_advisory_xact_lock(5070083);
  return (select coalesce(max(i.serial), 0) + 1 from invoices i where i.kind = wanted_kind and i.financial_year = wanted_year);
end $$;
