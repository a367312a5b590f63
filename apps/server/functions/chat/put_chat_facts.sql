-- The facts of a chat, made of its row alone: the one place that says what a report counts. Day and hour stay as they were first written, and so
-- do open hours until the chat moves to another department: later changes of calendars change no figure.
create or replace function put_chat_facts(c chats) returns void language sql set search_path = public as $$
  insert into chat_facts (enterprise_id, chat_id, created_at, local_day, local_hour, channel_id, is_sandbox,
      dept_id, outcome, is_attended, was_missed, missed_reason, ended_by, ended_at, first_agent_id, last_agent_id, wait_ms, first_reply_ms,
      handling_ms, suspended_ms, transfers, asks_rating, rating, in_open_hours)
    select c.enterprise_id, c.chat_id, c.created_at, t.local::date, extract(hour from t.local), c.channel_id, h.environment = 'sandbox',
      c.dept_id, case c.state when 3 then 'closed' when 4 then 'missed' else 'open' end, c.picked_up_at is not null, c.missed_at is not null or c.state = 4,
      coalesce(c.missed_reason, (c.course ->> 'missedReason')::smallint),
      case when c.state = 3 then c.course ->> 'endedBy' end,
      case when c.state in (3, 4) then c.closed_at end,
      coalesce((c.course ->> 'firstAgentId')::uuid, c.owner_id), coalesce(c.owner_id, (c.course ->> 'lastAgentId')::uuid),
      case when c.picked_up_at >= q.queued_at then round(extract(epoch from c.picked_up_at - q.queued_at) * 1000) end,
      case when c.first_reply_at >= c.picked_up_at then round(extract(epoch from c.first_reply_at - c.picked_up_at) * 1000) end,
      case when c.state = 3 and c.picked_up_at is not null
        then greatest(0, round(extract(epoch from c.closed_at - c.picked_up_at) * 1000) - s.suspended_ms) end,
      s.suspended_ms, coalesce((c.course ->> 'transfers')::integer, 0), c.asks_rating, c.rating,
      case when f.in_open_hours is null or f.dept_id is distinct from c.dept_id then is_open_at(c.enterprise_id, c.dept_id, c.created_at)
        else f.in_open_hours end
    from enterprises e
      cross join lateral (select c.created_at at time zone e.time_zone as local) t
      cross join lateral (select coalesce((c.course ->> 'queuedAt')::timestamptz, c.queued_at) as queued_at) q
      cross join lateral (select coalesce((c.course ->> 'suspendedMs')::bigint, 0) as suspended_ms) s
      join channels h on h.enterprise_id = c.enterprise_id and h.channel_id = c.channel_id
      left join chat_facts f on f.enterprise_id = c.enterprise_id and f.chat_id = c.chat_id
    where e.enterprise_id = c.enterprise_id
  on conflict (enterprise_id, chat_id) do update set dept_id = excluded.dept_id, outcome = excluded.outcome, is_attended = excluded.is_attended,
    was_missed = excluded.was_missed, missed_reason = excluded.missed_reason, ended_by = excluded.ended_by, ended_at = excluded.ended_at,
    first_agent_id = excluded.first_agent_id, last_agent_id = excluded.last_agent_id, wait_ms = excluded.wait_ms,
    first_reply_ms = excluded.first_reply_ms, handling_ms = excluded.handling_ms, suspended_ms = excluded.suspended_ms,
    transfers = excluded.transfers, asks_rating = excluded.asks_rating, rating = excluded.rating, in_open_hours = excluded.in_open_hours
$$;
