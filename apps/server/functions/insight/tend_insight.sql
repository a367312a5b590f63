-- The log of mails is kept for a year.
create or replace function tend_insight() returns void language sql security definer set search_path = public as $$
  delete from report_deliveries where due_at < now() - interval '1 year'
$$;
revoke execute on function tend_insight() from public;
grant execute on function tend_insight() to parley_app;
