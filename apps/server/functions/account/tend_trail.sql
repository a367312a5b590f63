-- Months of the trail are made ahead; old entries go by whole segments (drop_audit_segment).
create or replace function tend_trail() returns void language plpgsql security definer set search_path = public as $$
begin
  perform ensure_month_partitions('audit_entries', 3);
end $$;
revoke execute on function tend_trail() from public;
grant execute on function tend_trail() to parley_app;
