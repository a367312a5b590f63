-- What reports count of a chat has changed: its facts are made anew, and so are those of who has it. A message alone changes none of it.
create or replace function note_chat_facts() returns trigger language plpgsql set search_path = public as $$
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
