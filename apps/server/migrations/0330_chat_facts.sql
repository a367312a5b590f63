-- What has become of a chat, beside what its work needs: who has ended it, how long it was suspended, how it came to its owner.
alter table chats add column course jsonb not null default '{}';

-- One row a chat, as reports count it. No column names the customer: nothing is to be done here when people are merged or erased.
create table chat_facts (
  enterprise_id uuid not null,
  chat_id uuid not null,
  created_at timestamptz not null,
  -- Day and hour by the clocks of the enterprise when the chat began
  local_day date not null,
  local_hour smallint not null check (local_hour between 0 and 23),
  channel_id uuid not null,
  dept_id uuid,
  is_sandbox boolean not null,
  outcome text not null check (outcome in ('open', 'closed', 'missed')),
  is_attended boolean not null,
  was_missed boolean not null,
  missed_reason smallint,
  -- Null: it goes on, was missed, or ended before this was recorded
  ended_by text check (ended_by in ('agent', 'customer', 'system', 'bot')),
  ended_at timestamptz,
  first_agent_id uuid,
  last_agent_id uuid,
  -- From its first place in the queue to its first pickup
  wait_ms bigint,
  first_reply_ms bigint,
  -- From the first pickup to the end, without suspended_ms; null: it goes on
  handling_ms bigint,
  suspended_ms bigint not null,
  transfers integer not null,
  asks_rating boolean not null,
  rating smallint,
  primary key (enterprise_id, chat_id),
  foreign key (enterprise_id, chat_id) references chats on delete cascade
) with (fillfactor = 70);
select protect_tenant_table('chat_facts');
-- None of these columns but the department changes.
create index chat_facts_by_day on chat_facts (enterprise_id, local_day, dept_id);

-- Who had a chat from when to when.
create table chat_spells (
  enterprise_id uuid not null,
  chat_id uuid not null,
  spell_no smallint not null,
  user_id uuid not null,
  -- Of the chat: spells are counted on the day on which it began
  local_day date not null,
  began_at timestamptz not null,
  begun text not null check (begun in ('picked', 'assigned', 'routed', 'transferred', 'taken', 'moved', 'reopened', 'unknown')),
  ended_at timestamptz,
  ended text check (ended in ('closed', 'transferred', 'taken', 'requeued', 'returned', 'unknown')),
  -- From its beginning to the agent's own first message
  first_reply_ms bigint,
  suspended_ms bigint not null default 0,
  primary key (enterprise_id, chat_id, spell_no),
  foreign key (enterprise_id, chat_id) references chats on delete cascade
) with (fillfactor = 70);
select protect_tenant_table('chat_spells');
create index chat_spells_of_agents on chat_spells (enterprise_id, user_id, local_day);

-- Chats after whose end the customer came back to the channel within 24 hours, with a new chat or in the same one.
create table chat_returns (
  enterprise_id uuid not null,
  chat_id uuid not null,
  at timestamptz not null,
  primary key (enterprise_id, chat_id),
  foreign key (enterprise_id, chat_id) references chats on delete cascade
);
select protect_tenant_table('chat_returns');

-- Chats that began before there were facts get theirs by steps, newest first. A row stays until the oldest one has them.
create table chat_fact_steps (
  enterprise_id uuid primary key references enterprises,
  -- Chats that began before this time have no facts yet
  before timestamptz not null,
  chat_id uuid not null
);
select protect_tenant_table('chat_fact_steps');
insert into chat_fact_steps (enterprise_id, before, chat_id)
  select e.enterprise_id, now() + interval '1 day', 'ffffffff-ffff-ffff-ffff-ffffffffffff' from enterprises e
  where exists (select from chats c where c.enterprise_id = e.enterprise_id);

-- The facts of a chat, made of its row alone: the one place that says what a report counts. Day and hour stay as they were first written.
create function put_chat_facts(c chats) returns void language sql set search_path = public as $$
  insert into chat_facts (enterprise_id, chat_id, created_at, local_day, local_hour, channel_id, is_sandbox,
      dept_id, outcome, is_attended, was_missed, missed_reason, ended_by, ended_at, first_agent_id, last_agent_id, wait_ms, first_reply_ms,
      handling_ms, suspended_ms, transfers, asks_rating, rating)
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
      s.suspended_ms, coalesce((c.course ->> 'transfers')::integer, 0), c.asks_rating, c.rating
    from enterprises e
      cross join lateral (select c.created_at at time zone e.time_zone as local) t
      cross join lateral (select coalesce((c.course ->> 'queuedAt')::timestamptz, c.queued_at) as queued_at) q
      cross join lateral (select coalesce((c.course ->> 'suspendedMs')::bigint, 0) as suspended_ms) s
      join channels h on h.enterprise_id = c.enterprise_id and h.channel_id = c.channel_id
    where e.enterprise_id = c.enterprise_id
  on conflict (enterprise_id, chat_id) do update set dept_id = excluded.dept_id, outcome = excluded.outcome, is_attended = excluded.is_attended,
    was_missed = excluded.was_missed, missed_reason = excluded.missed_reason, ended_by = excluded.ended_by, ended_at = excluded.ended_at,
    first_agent_id = excluded.first_agent_id, last_agent_id = excluded.last_agent_id, wait_ms = excluded.wait_ms,
    first_reply_ms = excluded.first_reply_ms, handling_ms = excluded.handling_ms, suspended_ms = excluded.suspended_ms,
    transfers = excluded.transfers, asks_rating = excluded.asks_rating, rating = excluded.rating
$$;

-- What reports count of a chat has changed: its facts are made anew, and so are those of who has it. A message alone changes none of it.
create function note_chat_facts() returns trigger language plpgsql set search_path = public as $$
declare
  former uuid;
  owner uuid;
  moment timestamptz;
begin
  perform put_chat_facts(new);
  owner := case when new.state not in (3, 4) then new.owner_id end;
  if tg_op = 'INSERT' then
    -- The customer is back: what was before has ended not long ago.
    insert into chat_returns (enterprise_id, chat_id, at)
      select c.enterprise_id, c.chat_id, new.created_at from chats c
      where c.enterprise_id = new.enterprise_id and c.chat_id = new.previous_chat_id and new.previous_chat_id is not null
        and c.closed_at between new.created_at - interval '24 hours' and new.created_at
      on conflict do nothing;
  else
    former := case when old.state not in (3, 4) then old.owner_id end;
  end if;
  if former is not distinct from owner then
    if owner is not null then
      update chat_spells s set first_reply_ms = round(extract(epoch from (new.course ->> 'repliedAt')::timestamptz - s.began_at) * 1000)
        where s.enterprise_id = new.enterprise_id and s.chat_id = new.chat_id and s.ended_at is null and s.first_reply_ms is null
          and new.course ? 'repliedAt';
    end if;
    return null;
  end if;
  -- A process of the version before says no time of its own.
  moment := case when tg_op = 'UPDATE' and new.course ->> 'movedAt' is not distinct from old.course ->> 'movedAt'
    then case when new.state in (3, 4) then new.closed_at else new.last_activity_at end else (new.course ->> 'movedAt')::timestamptz end;
  moment := coalesce(moment, new.last_activity_at);
  if tg_op = 'UPDATE' and old.state = 3 and new.state not in (3, 4) and old.closed_at >= moment - interval '24 hours' then
    insert into chat_returns (enterprise_id, chat_id, at) values (new.enterprise_id, new.chat_id, moment) on conflict do nothing;
  end if;
  if former is not null then
    update chat_spells s set ended_at = greatest(moment, s.began_at),
        ended = case when new.state in (3, 4) then 'closed' else coalesce(new.course ->> 'left', 'unknown') end,
        -- Where somebody else has it now, spellSuspendedMs is theirs already.
        suspended_ms = coalesce((new.course ->> case when owner is null then 'spellSuspendedMs' else 'leftSuspendedMs' end)::bigint, 0)
      where s.enterprise_id = new.enterprise_id and s.chat_id = new.chat_id and s.ended_at is null;
  end if;
  if owner is not null then
    insert into chat_spells (enterprise_id, chat_id, spell_no, user_id, local_day, began_at, begun, first_reply_ms)
      select f.enterprise_id, f.chat_id, 1 + coalesce((select max(s.spell_no) from chat_spells s
          where s.enterprise_id = f.enterprise_id and s.chat_id = f.chat_id), 0), owner, f.local_day, moment, coalesce(new.course ->> 'begun', 'unknown'),
        round(extract(epoch from (new.course ->> 'repliedAt')::timestamptz - moment) * 1000)
      from chat_facts f where f.enterprise_id = new.enterprise_id and f.chat_id = new.chat_id;
  end if;
  return null;
end $$;

create trigger chats_note_facts after update on chats for each row
  when ((old.state, old.owner_id, old.dept_id, old.queued_at, old.picked_up_at, old.first_reply_at, old.closed_at, old.missed_reason, old.missed_at,
      old.asks_rating, old.rating, old.course)
    is distinct from (new.state, new.owner_id, new.dept_id, new.queued_at, new.picked_up_at, new.first_reply_at, new.closed_at, new.missed_reason,
      new.missed_at, new.asks_rating, new.rating, new.course))
  execute function note_chat_facts();
create trigger new_chats_note_facts after insert on chats for each row execute function note_chat_facts();
