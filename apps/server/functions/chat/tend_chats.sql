-- Months of the records and of their search are made ahead; keys of messages, macros and planned messages are kept for 14 days, sockets that have
-- gone for an hour, statuses of agents for 400 days, decisions of the router and greetings of websites for 90 days, its rounds for 7, events of
-- visitors for 30, late changes of facts for 40, and uses of signed identities for a day. Clocks of service whose row a process of the version before has taken
-- away with another one are reckoned again.
create or replace function tend_chats() returns void language plpgsql security definer set search_path = public as $$
begin
  perform ensure_month_partitions('chat_actions', 3);
  perform ensure_month_partitions('chat_sides', 3);
  perform ensure_month_partitions('chat_search', 3);
  perform tend_agent_sockets();
  delete from scheduled_messages where state = 'sent' and settled_at < now() - interval '14 days';
  delete from macro_runs where ran_at < now() - interval '14 days';
  delete from message_keys where created_at < now() - interval '14 days';
  delete from route_decisions where decided_at < now() - interval '90 days';
  delete from agent_presence where ended_at < now() - interval '400 days';
  delete from visitor_events where at < now() - interval '30 days';
  delete from chat_late_changes where changed_at < now() - interval '40 days';
  delete from site_rule_shows where at < now() - interval '90 days';
  delete from transcript_asks where created_at < now() - interval '1 day';
  delete from identity_uses where expires_at < now() - interval '1 day';
  delete from route_rounds where at < now() - interval '7 days';
  insert into chat_clocks (enterprise_id, chat_id, kind, started_at, due_at)
    select lost.enterprise_id, lost.chat_id, 'retime', now(), now() from (
      select distinct c.enterprise_id, c.chat_id from chats c cross join lateral jsonb_each(c.service->'running') r
      where c.state not in (3, 4) and c.service <> '{}' and (r.value->>'dueAt')::timestamptz < now() - interval '1 minute'
        and not exists (select from chat_clocks k where k.enterprise_id = c.enterprise_id and k.chat_id = c.chat_id and k.kind = r.key)
      order by c.enterprise_id, c.chat_id limit 1000) lost
    order by lost.enterprise_id, lost.chat_id
    on conflict do nothing;
end $$;
revoke execute on function tend_chats() from public;
grant execute on function tend_chats() to parley_app;
