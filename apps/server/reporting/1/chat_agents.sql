create view reporting.chat_agents with (security_barrier) as
  select s.chat_id, s.spell_no, s.user_id as agent_id, s.local_day, s.began_at, s.begun, s.ended_at, s.ended,
    s.ended in ('transferred', 'taken') as is_passed_on, s.first_reply_ms,
    case when s.ended_at is not null
      then greatest(0, round(extract(epoch from s.ended_at - s.began_at) * 1000)::bigint - s.suspended_ms) end as handling_ms,
    s.suspended_ms
  from chat_spells s;
