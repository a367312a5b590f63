-- Months of the record are made ahead; keys of messages are kept for 14 days, sockets that have gone for an hour.
create or replace function tend_chats() returns void language plpgsql security definer set search_path = public as $$
begin
  perform ensure_month_partitions('chat_actions', 3);
  perform tend_agent_sockets();
  delete from message_keys where created_at < now() - interval '14 days';
end $$;
revoke execute on function tend_chats() from public;
grant execute on function tend_chats() to parley_app;
