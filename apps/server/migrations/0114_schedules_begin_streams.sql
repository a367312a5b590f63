-- A time of the calendar begins a stream for a group or label: once for each of them and for each time.
alter table journey_entries drop constraint journey_entries_kind_check;
alter table journey_entries add constraint journey_entries_kind_check
  check (kind in ('keyword', 'contains', 'any', 'payload', 'link', 'campaign', 'ended', 'attribute', 'schedule', 'api'));
drop index journey_entries_by_word;
create unique index journey_entries_by_word on journey_entries (enterprise_id, channel_id, kind, word)
  where kind not in ('api', 'attribute', 'schedule');
drop index journey_entries_once;
create unique index journey_entries_once on journey_entries (enterprise_id, journey_id, channel_id, kind, word, settings)
  where kind in ('attribute', 'schedule');

-- When it is due next; null: no more, or it is off. What became of the last time is counted while its people begin.
alter table journey_entries add column next_at timestamptz, add column last_run jsonb;
create index journey_entries_due on journey_entries (next_at) where next_at is not null;

-- Of a schedule: at which time. Nobody is there twice for one time, whoever looks at the same moment.
alter table journey_starts add column due_at timestamptz;
create unique index journey_starts_of_time on journey_starts (enterprise_id, entry_id, due_at, customer_id) where due_at is not null;

create function due_journey_schedules(at timestamptz, most integer)
returns table (enterprise_id uuid, entry_id uuid) language sql stable security definer set search_path = public as $$
  select e.enterprise_id, e.entry_id from journey_entries e where e.next_at <= at order by e.next_at limit most
$$;
revoke execute on function due_journey_schedules(timestamptz, integer) from public;
grant execute on function due_journey_schedules(timestamptz, integer) to parley_app;
