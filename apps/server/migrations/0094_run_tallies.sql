-- What the report of a campaign draws by the hour and by the vendor's code: a tally for each, so that a report costs the same for a thousand
-- messages and for ten million. Written in the transaction of the receipt or the failure, and folded like the counts of the ledger.
create table run_tallies (
  enterprise_id uuid not null,
  run_id uuid not null,
  -- delivered, read: in the hour `at`; read_after: within so many hours of the delivery; failed: by reason and the vendor's code
  kind text not null check (kind in ('delivered', 'read', 'read_after', 'failed')),
  at timestamptz not null default 'epoch',
  hours integer not null default 0,
  reason text not null default '',
  code text not null default '',
  count bigint not null,
  primary key (enterprise_id, run_id, kind, at, hours, reason, code)
);
select protect_tenant_table('run_tallies');
create table run_tally_changes (
  enterprise_id uuid not null,
  change_id bigint generated always as identity,
  run_id uuid not null,
  kind text not null,
  at timestamptz not null default 'epoch',
  hours integer not null default 0,
  reason text not null default '',
  code text not null default '',
  count bigint not null,
  primary key (enterprise_id, run_id, change_id)
);
select protect_tenant_table('run_tally_changes');

create function hours_until(delivered timestamptz, read timestamptz) returns integer language sql immutable as
$$ select greatest(1, ceil(extract(epoch from read - delivered) / 3600))::integer $$;

-- A failure that ended a message is an event of it; a note is one that came too late to do so.
create function tally_failed_events() returns trigger language plpgsql as $$
begin
  if not exists (select from new_rows where status = 'FAILED' and kind <> 'note') then return null; end if;
  insert into run_tally_changes (enterprise_id, run_id, kind, reason, code, count)
  select m.enterprise_id, m.resource_id, 'failed', m.reason, coalesce(n.detail ->> 'vendorCode', ''), count(distinct m.message_id)
  from new_rows n join messages m on m.enterprise_id = n.enterprise_id and m.message_id = n.message_id
  where n.status = 'FAILED' and n.kind <> 'note' and m.source = 'CAMPAIGN' and m.status = 'FAILED'
  group by 1, 2, 4, 5;
  return null;
end $$;
create trigger message_events_tallied after insert on message_events referencing new table as new_rows
  for each statement execute function tally_failed_events();

-- Rows of before.
with times as (
  select m.enterprise_id, m.resource_id as run_id, m.message_id,
    min(e.at) filter (where e.status = 'DELIVERED') as delivered_at, min(e.at) filter (where e.status = 'READ') as read_at
  from messages m join message_events e on e.enterprise_id = m.enterprise_id and e.message_id = m.message_id and e.kind = 'receipt'
  where m.source = 'CAMPAIGN' and m.direction = 'out' group by 1, 2, 3)
insert into run_tallies (enterprise_id, run_id, kind, at, hours, count)
select enterprise_id, run_id, 'delivered', date_trunc('hour', coalesce(delivered_at, read_at)), 0, count(*) from times
  where coalesce(delivered_at, read_at) is not null group by 1, 2, 4
union all select enterprise_id, run_id, 'read', date_trunc('hour', read_at), 0, count(*) from times where read_at is not null group by 1, 2, 4
union all select enterprise_id, run_id, 'read_after', 'epoch', hours_until(coalesce(delivered_at, read_at), read_at), count(*) from times
  where read_at is not null group by 1, 2, 5;
insert into run_tallies (enterprise_id, run_id, kind, reason, code, count)
select m.enterprise_id, m.resource_id, 'failed', m.reason, coalesce(e.code, ''), count(*) from messages m
left join lateral (
  select e.detail ->> 'vendorCode' as code from message_events e
  where e.enterprise_id = m.enterprise_id and e.message_id = m.message_id and e.status = 'FAILED' order by e.at desc limit 1) e on true
where m.source = 'CAMPAIGN' and m.status = 'FAILED' and m.direction = 'out' group by 1, 2, 4, 5;

-- Changes become tallies; what is under way in other transactions waits for the next round.
create function fold_run_tallies() returns integer language plpgsql security definer set search_path = public as $$
declare
  folded integer;
begin
  if not pg_try_advisory_xact_lock(5070094) then return 0; end if;
  with gone as (delete from run_tally_changes returning *),
  written as (
    insert into run_tallies as t (enterprise_id, run_id, kind, at, hours, reason, code, count)
    select enterprise_id, run_id, kind, at, hours, reason, code, sum(count) from gone group by 1, 2, 3, 4, 5, 6, 7
    on conflict (enterprise_id, run_id, kind, at, hours, reason, code) do update set count = t.count + excluded.count)
  select count(*) into folded from gone;
  return folded;
end $$;
revoke execute on function fold_run_tallies() from public;
grant execute on function fold_run_tallies() to parley_app;
