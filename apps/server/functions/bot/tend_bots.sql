create or replace function tend_bots() returns void language plpgsql security definer set search_path = public as $$
begin
  perform ensure_month_partitions('bot_turns', 3);
  delete from bot_sessions where origin = 'TRYIT' and last_at < now() - interval '30 days';
  delete from bot_tool_calls where is_dry and created_at < now() - interval '30 days';
end $$;
