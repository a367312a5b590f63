-- The next number of the installation. Whoever asks holds the series until its transaction ends: a number that is not used is given again.
create or replace function next_invoice_serial(wanted_kind text, wanted_year text) returns integer
language plpgsql security definer set search_path = public as $$
begin
  perform pg_advisory_xact_lock(5070083);
  return (select coalesce(max(i.serial), 0) + 1 from invoices i where i.kind = wanted_kind and i.financial_year = wanted_year);
end $$;
