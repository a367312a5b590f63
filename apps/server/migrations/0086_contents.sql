-- A run may try out several contents in its first part; what leaves later gets the one that was chosen then.
alter table send_runs
  -- [{templateId, message}], its own first; null: it has one, which is `message`
  add column contents jsonb,
  -- Which of them, counted from 1, whatever leaves from now on gets; null: not chosen yet
  add column chosen_content smallint check (chosen_content between 1 and 4),
  -- For how many rows it is planned which content they get in the first part
  add column planned_contents integer not null default 0;
alter table send_runs drop constraint send_runs_pause_reason_check;
alter table send_runs add constraint send_runs_pause_reason_check check (pause_reason in ('', 'ASKED', 'FIRST_WAVE', 'LIMITS', 'NO_BALANCE', 'CHOICE'));

-- Which content somebody of the first part got, written when it leaves; null: what the run says, as everywhere else.
alter table messages add column content_number smallint check (content_number between 1 and 4);

-- Counts know it too, so the figures of a content are sums. 0: none of its own.
alter table message_counts add column content_number smallint not null default 0;
alter table message_counts drop constraint message_counts_pkey;
alter table message_counts add primary key (enterprise_id, run_id, day, channel_id, source, direction, status, reason, rate_id, content_number);
alter table message_count_changes add column content_number smallint not null default 0;

create or replace function count_new_messages() returns trigger language plpgsql as $$
begin
  insert into message_count_changes (enterprise_id, day, channel_id, source, run_id, direction, status, reason, rate_id, content_number, count, cost, units)
  select enterprise_id, (created_at at time zone 'UTC')::date, channel_id, source,
    case when source in ('CAMPAIGN', 'BROADCAST', 'JOURNEY') then resource_id else '00000000-0000-0000-0000-000000000000'::uuid end,
    direction, status, reason, coalesce(rate_id, '00000000-0000-0000-0000-000000000000'::uuid), coalesce(content_number, 0), count(*), sum(cost), sum(units)
  from new_rows group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10;
  return null;
end $$;
create or replace function count_changed_messages() returns trigger language plpgsql as $$
begin
  insert into message_count_changes (enterprise_id, day, channel_id, source, run_id, direction, status, reason, rate_id, content_number, count, cost, units)
  select enterprise_id, (created_at at time zone 'UTC')::date, channel_id, source,
    case when source in ('CAMPAIGN', 'BROADCAST', 'JOURNEY') then resource_id else '00000000-0000-0000-0000-000000000000'::uuid end,
    direction, status, reason, coalesce(rate_id, '00000000-0000-0000-0000-000000000000'::uuid), coalesce(content_number, 0),
    sum(step), sum(step * cost), sum(step * units)
  from (select *, 1 as step from new_rows union all select *, -1 from old_rows) both_sides
  group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 having sum(step) <> 0 or sum(step * cost) <> 0 or sum(step * units) <> 0;
  return null;
end $$;
create or replace function fold_message_counts() returns integer language plpgsql security definer set search_path = public as $$
declare
  folded integer;
begin
  if not pg_try_advisory_xact_lock(5070020) then return 0; end if;
  with gone as (delete from message_count_changes returning *),
  sums as (
    select enterprise_id, day, channel_id, source, run_id, direction, status, reason, rate_id, content_number,
      sum(count) as count, sum(cost) as cost, sum(units) as units
    from gone group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10),
  written as (
    insert into message_counts as c (enterprise_id, day, channel_id, source, run_id, direction, status, reason, rate_id, content_number, count, cost, units)
    select * from sums
    on conflict (enterprise_id, run_id, day, channel_id, source, direction, status, reason, rate_id, content_number)
    do update set count = c.count + excluded.count, cost = c.cost + excluded.cost, units = c.units + excluded.units),
  costed as (
    insert into cost_totals as t (enterprise_id, class, cost)
    select enterprise_id, cost_class(status), sum(cost) from gone where cost <> 0 and cost_class(status) is not null group by 1, 2
    on conflict (enterprise_id, class) do update set cost = t.cost + excluded.cost)
  select count(*) into folded from gone;
  return folded;
end $$;
