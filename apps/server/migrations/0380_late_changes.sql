-- Changes of a chat's facts after the day on which it counts was over. Reports read by them what a figure was at a moment of the last 40 days.
create table chat_late_changes (
  enterprise_id uuid not null,
  chat_id uuid not null,
  change_no bigint generated always as identity,
  changed_at timestamptz not null default now(),
  -- On which the chat counts
  local_day date not null,
  cause text not null check (cause in
    ('added', 'reopened', 'ended', 'picked', 'answered', 'rated', 'moved', 'handled', 'returned', 'relabelled')),
  -- Columns of the facts before it; null: there were none ('added'), or the labels have changed
  former jsonb,
  -- The labels before it; null: they have not changed
  labels uuid[],
  primary key (enterprise_id, chat_id, change_no),
  foreign key (enterprise_id, chat_id) references chats on delete cascade
);
select protect_tenant_table('chat_late_changes');
create index chat_late_changes_by_time on chat_late_changes (enterprise_id, changed_at);

-- Says that the day on which a chat counts is over by the clocks of its enterprise. Facts that older chats are given change nothing late.
create function is_late_for(enterprise uuid, counts_on date) returns boolean language sql stable set search_path = public as
$$ select (now() at time zone e.time_zone)::date > counts_on and current_setting('parley.fills_facts', true) is distinct from 'on'
  from enterprises e where e.enterprise_id = enterprise $$;

create function note_late_fact() returns trigger language plpgsql set search_path = public as $$
begin
  if not is_late_for(new.enterprise_id, old.local_day) then
    return null;
  end if;
  insert into chat_late_changes (enterprise_id, chat_id, local_day, cause, former)
    values (new.enterprise_id, new.chat_id, old.local_day,
      case
        when old.outcome <> 'open' and new.outcome = 'open' then 'reopened'
        when old.outcome = 'open' and new.outcome <> 'open' then 'ended'
        when new.rating is distinct from old.rating then 'rated'
        when new.is_attended and not old.is_attended then 'picked'
        when new.first_reply_ms is distinct from old.first_reply_ms then 'answered'
        when new.dept_id is distinct from old.dept_id then 'moved'
        else 'handled'
      end,
      to_jsonb(old) - array['enterprise_id', 'chat_id', 'created_at', 'local_day', 'local_hour', 'channel_id', 'is_sandbox']);
  return null;
end $$;
-- The clocks of no zone are further than 14 hours before UTC: most changes of today's chats end at this condition.
create trigger chat_facts_note_late after update on chat_facts for each row
  when (old.* is distinct from new.* and (now() at time zone 'UTC' + interval '14 hours')::date > old.local_day)
  execute function note_late_fact();

-- A chat that is put in for a day that is over.
create function note_late_chat() returns trigger language plpgsql set search_path = public as $$
begin
  insert into chat_late_changes (enterprise_id, chat_id, local_day, cause)
    select f.enterprise_id, f.chat_id, f.local_day, 'added' from chat_facts f
    where f.enterprise_id = new.enterprise_id and f.chat_id = new.chat_id and is_late_for(f.enterprise_id, f.local_day);
  return null;
end $$;
-- Days end at a quarter of an hour in every zone: one lies between most chats that are put in late and now, and before no other.
create trigger new_chats_note_late after insert on chats for each row
  when (date_bin('15 minutes', new.created_at, 'epoch') < date_bin('15 minutes', now(), 'epoch')) execute function note_late_chat();

create function note_late_return() returns trigger language plpgsql set search_path = public as $$
begin
  insert into chat_late_changes (enterprise_id, chat_id, local_day, cause, former)
    select f.enterprise_id, f.chat_id, f.local_day, 'returned', '{}' from chat_facts f
    where f.enterprise_id = new.enterprise_id and f.chat_id = new.chat_id and is_late_for(f.enterprise_id, f.local_day);
  return null;
end $$;
create trigger chat_returns_note_late after insert on chat_returns for each row execute function note_late_return();

-- Labels are marks of their own. The first statement of a transaction that changes those of a chat notes the ones before it.
create function note_late_labels() returns trigger language plpgsql set search_path = public as $$
begin
  insert into chat_late_changes (enterprise_id, chat_id, local_day, cause, labels)
    select f.enterprise_id, f.chat_id, f.local_day, 'relabelled',
      case tg_op when 'DELETE' then n.marks || k.changed else array(select unnest(n.marks) except select unnest(k.changed)) end
    from (select c.enterprise_id, c.chat_id, array_agg(c.label_id) as changed from changed_marks c group by 1, 2) k
      join chat_facts f on f.enterprise_id = k.enterprise_id and f.chat_id = k.chat_id
      cross join lateral (select array(select m.label_id from chat_label_marks m
        where m.enterprise_id = f.enterprise_id and m.chat_id = f.chat_id) as marks) n
    where is_late_for(f.enterprise_id, f.local_day)
      -- Marks of a chat that is deleted go with it.
      and exists (select from chats c where c.enterprise_id = f.enterprise_id and c.chat_id = f.chat_id);
  return null;
end $$;
create trigger chat_label_marks_note_new after insert on chat_label_marks referencing new table as changed_marks for each statement
  execute function note_late_labels();
create trigger chat_label_marks_note_gone after delete on chat_label_marks referencing old table as changed_marks for each statement
  execute function note_late_labels();

create index chat_late_changes_by_age on chat_late_changes (changed_at);
