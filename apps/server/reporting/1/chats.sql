create view reporting.chats with (security_barrier) as
  select f.chat_id, c.chat_no, f.created_at, f.local_day, f.local_hour, f.channel_id, f.dept_id as department_id, f.is_sandbox,
    encode(substr(sha256((select k.secret from reporting_keys k) || sha256((select k.secret from reporting_keys k) || uuid_send(c.customer_id))), 1, 16), 'hex')
      as customer_key,
    c.previous_chat_id, f.outcome, f.outcome <> 'open' as is_ended, f.is_attended, f.was_missed, f.missed_reason,
    coalesce(f.ended_by, 'unknown') as ended_by, f.ended_at, f.first_agent_id, f.last_agent_id, f.wait_ms, f.first_reply_ms, f.handling_ms,
    f.suspended_ms, f.transfers, f.transfers > 0 as is_transferred, f.asks_rating or f.rating is not null as was_asked, f.rating,
    r.chat_id is not null as came_back, r.at as came_back_at,
    exists (select from chat_spells s where s.enterprise_id = f.enterprise_id and s.chat_id = f.chat_id) as is_owned,
    c.message_count as messages, c.customer_count as customer_messages, f.in_open_hours
  from chat_facts f
    join chats c on c.enterprise_id = f.enterprise_id and c.chat_id = f.chat_id
    left join chat_returns r on r.enterprise_id = f.enterprise_id and r.chat_id = f.chat_id;
