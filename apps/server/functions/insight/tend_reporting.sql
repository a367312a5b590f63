-- Statements by SQL are kept for 30 days.
create or replace function tend_reporting() returns void language sql security definer set search_path = public as
$$ delete from sql_statements where began_at < now() - interval '30 days' $$;
revoke execute on function tend_reporting() from public;
grant execute on function tend_reporting() to parley_app;
