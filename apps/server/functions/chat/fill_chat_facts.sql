-- Facts of chats that began before there were any, a step at a time, newest first. Who had them is read from their records.
create or replace function fill_chat_facts(enterprise uuid, most integer) returns boolean language plpgsql set search_path = public as $$
declare
  place chat_fact_steps;
  ids uuid[];
begin
  -- Of what happened at its time, nothing is late.
  perform set_config('parley.fills_facts', 'on', true);
  select * into place from chat_fact_steps s where s.enterprise_id = enterprise for update skip locked;
  if not found then
    return false;
  end if;
  select array_agg(n.chat_id) into ids from (select c.chat_id from chats c where c.enterprise_id = enterprise
    and (c.created_at, c.chat_id) < (place.before, place.chat_id) order by c.created_at desc, c.chat_id desc limit most) n;
  if ids is null then
    delete from chat_fact_steps s where s.enterprise_id = enterprise;
    return false;
  end if;
  -- The end of an older chat stands in its record; a chat that is changed at this moment is waited for.
  perform 1 from chats c where c.enterprise_id = enterprise and c.chat_id = any(ids) order by c.chat_id for update;
  update chats c set course = c.course || jsonb_build_object('endedBy', e.author_kind)
    from (select distinct on (a.chat_id) a.chat_id, a.author_kind from chat_actions a
      where a.enterprise_id = enterprise and a.chat_id = any(ids) and a.action_type = 8 order by a.chat_id, a.number desc) e
    where c.enterprise_id = enterprise and c.chat_id = e.chat_id and c.state = 3 and not c.course ? 'endedBy';
  update chats c set course = c.course || jsonb_build_object('firstAgentId', p.first_id, 'transfers', p.transfers)
    from (select n.chat_id, (array_agg(n.author_id order by n.number))[1] as first_id,
        count(*) filter (where n.author_id <> n.former_id) as transfers
      from (select a.chat_id, a.number, a.author_id, lag(a.author_id) over (partition by a.chat_id order by a.number) as former_id
        from chat_actions a where a.enterprise_id = enterprise and a.chat_id = any(ids) and a.action_type = 2 and a.author_kind = 'agent') n
      group by n.chat_id) p
    where c.enterprise_id = enterprise and c.chat_id = p.chat_id and not c.course ? 'firstAgentId';
  perform put_chat_facts(c) from chats c where c.enterprise_id = enterprise and c.chat_id = any(ids);
  insert into chat_spells (enterprise_id, chat_id, spell_no, user_id, local_day, began_at, begun, ended_at, ended, first_reply_ms)
    select enterprise, p.chat_id, p.no, p.author_id, f.local_day, p.acted_on, 'unknown', coalesce(p.next_at, f.ended_at),
      case when p.next_at is not null then 'unknown' when f.ended_at is not null then 'closed' end,
      (select round(extract(epoch from min(r.acted_on) - p.acted_on) * 1000) from chat_actions r where r.enterprise_id = enterprise
        and r.chat_id = p.chat_id and r.number > p.number and r.action_type = 3 and r.author_id = p.author_id
        and r.acted_on <= coalesce(p.next_at, f.ended_at, 'infinity'))
    from (select a.chat_id, a.number, a.author_id, a.acted_on, row_number() over w as no, lead(a.acted_on) over w as next_at
        from chat_actions a where a.enterprise_id = enterprise and a.chat_id = any(ids) and a.action_type = 2 and a.author_kind = 'agent'
        window w as (partition by a.chat_id order by a.number)) p
      join chat_facts f on f.enterprise_id = enterprise and f.chat_id = p.chat_id
    where not exists (select from chat_spells s where s.enterprise_id = enterprise and s.chat_id = p.chat_id);
  insert into chat_returns (enterprise_id, chat_id, at)
    select enterprise, c.chat_id, n.created_at from chats n join chats c on c.enterprise_id = enterprise and c.chat_id = n.previous_chat_id
    where n.enterprise_id = enterprise and n.chat_id = any(ids) and c.closed_at between n.created_at - interval '24 hours' and n.created_at
    on conflict do nothing;
  update chat_fact_steps s set (before, chat_id) = (select c.created_at, c.chat_id from chats c where c.enterprise_id = enterprise
      and c.chat_id = any(ids) order by c.created_at, c.chat_id limit 1)
    where s.enterprise_id = enterprise;
  return true;
end $$;
