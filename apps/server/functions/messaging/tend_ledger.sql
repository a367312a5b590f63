-- Months of the ledger and of what vendors call with are made ahead; what is kept for how long is the enterprise's to say (delete_raw_events).
-- Settled acts on messages are kept for 14 days.
create or replace function tend_ledger() returns void language plpgsql security definer set search_path = public as $$
begin
  perform ensure_month_partitions('messages', 3, 50);
  perform ensure_month_partitions('message_events', 3);
  perform ensure_month_partitions('message_handovers', 3);
  perform ensure_month_partitions('raw_events', 3);
  delete from message_acts where settled_at < now() - interval '14 days';
end $$;
revoke execute on function tend_ledger() from public;
grant execute on function tend_ledger() to parley_app;
