-- Channels of every type. Secrets lie sealed; what the form shows lies open.
alter table channels
  add column contact_id text not null default '',
  add column environment text not null default 'production' check (environment in ('sandbox', 'production')),
  add column state text not null default 'ACTIVE' check (state in ('ACTIVE', 'PAUSED', 'ERROR', 'SETUP')),
  add column state_reason text not null default '',
  add column config jsonb not null default '{}',
  add column sealed_config text not null default '',
  -- Messages a second; null: what the vendor's adapter proposes
  add column speed_per_second double precision check (speed_per_second > 0),
  add column dept_id uuid,
  -- The last part of the callback's address; the one of before stays valid after a rotation until it is dropped
  add column hook_secret text not null default '',
  add column former_hook_secret text not null default '',
  add column failures_in_row integer not null default 0,
  add column last_inbound_at timestamptz,
  add column last_receipt_at timestamptz,
  add column quality text not null default '';
update channels set state = 'PAUSED' where not is_active;
drop function find_channel_by_widget_key(text);
alter table channels drop column is_active;
create function find_channel_by_widget_key(wanted text) returns table (enterprise_id uuid, channel_id uuid, name text, is_active boolean, data jsonb)
language sql stable security definer set search_path = public as $$
  select c.enterprise_id, c.channel_id, c.name, c.state = 'ACTIVE', c.data from channels c where c.widget_key = wanted and c.type = 12
$$;
-- A vendor that calls back names the channel alone.
create function find_channel_of_hook(wanted uuid) returns table (enterprise_id uuid)
language sql stable security definer set search_path = public as
$$ select c.enterprise_id from channels c where c.channel_id = wanted and c.type <> 12 $$;
create unique index channels_by_id on channels (channel_id);

-- When the customer last wrote here: WhatsApp's 24 hours count from it.
alter table customer_addresses
  add column last_inbound_at timestamptz,
  -- What a reply must name, as the vendor said with the last message
  add column session jsonb;

create table templates (
  enterprise_id uuid not null,
  template_id uuid not null,
  channel_id uuid not null,
  name text not null,
  language text not null,
  category text not null check (category in ('UTILITY', 'AUTHENTICATION', 'MARKETING')),
  components jsonb not null,
  -- SMS: sender id, principal entity, registered template; RCS: fallback text
  extra jsonb not null default '{}',
  status text not null default 'DRAFT' check (status in ('DRAFT', 'PENDING', 'APPROVED', 'REJECTED', 'PAUSED', 'DISABLED')),
  status_reason text not null default '',
  quality text not null default '',
  vendor_template_id text not null default '',
  -- An edit of an approved template is a row of its own until it is approved and takes the other's place
  replaces_id uuid,
  version integer not null default 1,
  last_sent_at timestamptz,
  synced_at timestamptz,
  submitted_at timestamptz,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (enterprise_id, template_id),
  foreign key (enterprise_id, channel_id) references channels
);
select protect_tenant_table('templates');
create unique index templates_by_name on templates (enterprise_id, channel_id, name, language) where deleted_at is null and replaces_id is null;

-- The ledger grows: what is sent, to whom, and what became of it. The status lies in no index, so a receipt touches none.
alter table messages alter column customer_id drop not null;
alter table messages drop constraint messages_status_check;
alter table messages add constraint messages_status_check
  check (status in ('RECEIVED', 'QUEUED', 'SENT', 'DELIVERED', 'READ', 'FAILED', 'SKIPPED', 'UNKNOWN'));
alter table messages
  add column address text not null default '',
  add column template_id uuid,
  add column content jsonb,
  add column vendor_message_id text not null default '',
  add column attempts smallint not null default 0,
  -- 1/1000 of the wallet's currency
  add column cost bigint not null default 0,
  add column is_sandbox boolean not null default false;
create index messages_by_vendor_id on messages (enterprise_id, vendor_message_id) where vendor_message_id <> '';
create index messages_by_address on messages (enterprise_id, address, message_id) where address <> '';

-- What each message went through: attempts and receipts, append-only.
create table message_events (
  enterprise_id uuid not null,
  message_id uuid not null,
  at timestamptz not null,
  -- attempt: one hand-over to the vendor and its answer; receipt: what the vendor told later; note: what changed nothing
  kind text not null check (kind in ('attempt', 'receipt', 'note')),
  status text not null,
  attempt smallint not null default 0,
  -- class, vendorCode, vendorMessage, httpStatus, advice of a failure; the price facts of a receipt
  detail jsonb,
  event_id uuid not null default gen_random_uuid(),
  primary key (enterprise_id, message_id, at, event_id)
) partition by range (at);
select protect_tenant_table('message_events', 'select, insert');
select ensure_month_partitions('message_events', 3);

-- What is sent to many: one message with places for values, and the rows of the ledger that carry them.
create table send_runs (
  enterprise_id uuid not null,
  run_id uuid not null,
  source text not null check (source in ('CAMPAIGN', 'BROADCAST', 'JOURNEY')),
  channel_id uuid not null,
  template_id uuid,
  message jsonb not null,
  is_marketing boolean not null default false,
  state text not null default 'freezing' check (state in ('freezing', 'sending', 'cancelled', 'done')),
  -- The last place of the audience that has its rows
  frozen_up_to integer not null default 0,
  -- Where the audience goes on: its source knows how to read it
  freeze_cursor text not null default '',
  created_at timestamptz not null default now(),
  primary key (enterprise_id, run_id)
);
select protect_tenant_table('send_runs');

create table broadcasts (
  enterprise_id uuid not null,
  broadcast_id uuid not null,
  name text not null,
  channel_id uuid not null,
  template_id uuid,
  -- As it was sent: message.template and columnMapping of the request
  message jsonb not null,
  column_mapping jsonb not null default '[]',
  phone_numbers jsonb not null default '[]',
  group_ids jsonb not null default '[]',
  -- Of numbers without a country code, ISO 3166; empty: the enterprise's
  country text not null default '',
  resource_type text not null default '',
  resource_id text not null default '',
  status text not null default 'QUEUED' check (status in ('QUEUED', 'IN_PROGRESS', 'COMPLETED', 'PARTIALLY_FAILED', 'FAILED', 'CANCELLED')),
  created_by uuid not null,
  created_at timestamptz not null default now(),
  request_key text not null default '',
  primary key (enterprise_id, broadcast_id),
  foreign key (enterprise_id, broadcast_id) references send_runs (enterprise_id, run_id)
);
select protect_tenant_table('broadcasts');
create index broadcasts_by_time on broadcasts (enterprise_id, created_at desc, broadcast_id desc);
create unique index broadcasts_by_key on broadcasts (enterprise_id, created_by, request_key) where request_key <> '';

-- What waits for its turn, and what is on the wire. A row is taken when it is handed over and gone when its outcome is in the ledger:
-- whatever a killed worker leaves behind was on the wire at that instant.
create table send_queue (
  enterprise_id uuid not null,
  channel_id uuid not null,
  message_id uuid not null,
  created_at timestamptz not null,
  -- 0 conversations, 5 what people wait for, 9 many at once
  priority smallint not null,
  due_at timestamptz not null,
  run_id uuid,
  worker_id uuid,
  primary key (enterprise_id, message_id)
) with (fillfactor = 70);
select protect_tenant_table('send_queue');
create index send_queue_waiting on send_queue (enterprise_id, channel_id, priority, due_at, message_id) where worker_id is null;
create index send_queue_by_run on send_queue (enterprise_id, run_id) where run_id is not null;
create index send_queue_taken on send_queue (worker_id) where worker_id is not null;

-- Workers say that they live; what one that has fallen silent had on the wire is settled by another.
create table sending_workers (
  worker_id uuid primary key,
  seen_at timestamptz not null default now()
);
create function worker_lives(worker uuid) returns void language sql security definer set search_path = public as
$$ insert into sending_workers (worker_id, seen_at) values (worker, now()) on conflict (worker_id) do update set seen_at = now() $$;
create function worker_left(worker uuid) returns void language sql security definer set search_path = public as
$$ delete from sending_workers where worker_id = worker $$;

-- The speed of a channel is one bucket for all workers.
create table channel_speeds (
  enterprise_id uuid not null,
  channel_id uuid not null,
  tokens double precision not null,
  filled_at timestamptz not null,
  -- A vendor that asked for a pause gets it from everybody
  blocked_until timestamptz not null default '-infinity',
  primary key (enterprise_id, channel_id)
);
select protect_tenant_table('channel_speeds');

-- What vendors sent, as it came; kept by month.
create table raw_events (
  enterprise_id uuid not null,
  event_id uuid not null,
  received_at timestamptz not null,
  channel_id uuid not null,
  vendor text not null,
  method text not null,
  query text not null default '',
  headers jsonb not null,
  body bytea not null,
  -- What its proof was worth: ok, unsigned (the vendor signs nothing), bad
  proof text not null check (proof in ('ok', 'unsigned', 'bad')),
  primary key (enterprise_id, event_id, received_at)
) partition by range (received_at);
select protect_tenant_table('raw_events', 'select, insert');
select ensure_month_partitions('raw_events', 3);

-- Raw events that nobody has read yet.
create table raw_event_queue (
  enterprise_id uuid not null,
  channel_id uuid not null,
  event_id uuid not null,
  received_at timestamptz not null,
  tries smallint not null default 0,
  due_at timestamptz not null default now(),
  last_error text not null default '',
  primary key (enterprise_id, channel_id, event_id)
);
select protect_tenant_table('raw_event_queue');

-- Receipts of messages that the ledger does not know yet: the answer to the sending may come later than the receipt.
create table waiting_receipts (
  enterprise_id uuid not null,
  receipt_id uuid not null,
  channel_id uuid not null,
  vendor_message_id text not null,
  our_id text not null default '',
  status text not null,
  at timestamptz not null,
  detail jsonb,
  received_at timestamptz not null,
  -- Nobody asked for it within 15 minutes
  is_orphan boolean not null default false,
  primary key (enterprise_id, receipt_id)
);
select protect_tenant_table('waiting_receipts');
create index waiting_receipts_by_id on waiting_receipts (enterprise_id, channel_id, vendor_message_id);

create table blacklist (
  enterprise_id uuid not null,
  entry_id uuid not null,
  address text not null,
  -- blocked: nothing is sent; opted_out: no marketing
  kind text not null check (kind in ('blocked', 'opted_out')),
  reason text not null default '',
  source text not null check (source in ('manual', 'customer', 'complaint', 'import')),
  -- null: every channel
  channel_id uuid,
  created_by uuid,
  created_at timestamptz not null default now(),
  removed_by uuid,
  removed_at timestamptz,
  removed_reason text not null default '',
  primary key (enterprise_id, entry_id)
);
select protect_tenant_table('blacklist');
create index blacklist_by_address on blacklist (enterprise_id, address) where removed_at is null;
create unique index blacklist_once on blacklist (enterprise_id, address, kind, coalesce(channel_id, '00000000-0000-0000-0000-000000000000')) where removed_at is null;

-- How an enterprise sends: words that stop and lift marketing, quiet hours, how often.
create table sending_settings (
  enterprise_id uuid primary key references enterprises,
  settings jsonb not null,
  version integer not null default 1
);
select protect_tenant_table('sending_settings');

-- Counts of the ledger. Each statement on it writes what it changed, in the same transaction; the changes are folded into totals later.
create table message_counts (
  enterprise_id uuid not null,
  day date not null,
  channel_id uuid not null,
  source text not null,
  -- Of what is sent to many; zeros: everything else
  run_id uuid not null,
  direction text not null,
  status text not null,
  reason text not null,
  count bigint not null,
  cost bigint not null,
  primary key (enterprise_id, run_id, day, channel_id, source, direction, status, reason)
);
select protect_tenant_table('message_counts');
create table message_count_changes (
  enterprise_id uuid not null,
  change_id bigint generated always as identity,
  day date not null,
  channel_id uuid not null,
  source text not null,
  run_id uuid not null,
  direction text not null,
  status text not null,
  reason text not null,
  count bigint not null,
  cost bigint not null,
  primary key (enterprise_id, run_id, change_id)
);
select protect_tenant_table('message_count_changes');

create function count_new_messages() returns trigger language plpgsql as $$
begin
  insert into message_count_changes (enterprise_id, day, channel_id, source, run_id, direction, status, reason, count, cost)
  select enterprise_id, (created_at at time zone 'UTC')::date, channel_id, source,
    case when source in ('CAMPAIGN', 'BROADCAST', 'JOURNEY') then resource_id else '00000000-0000-0000-0000-000000000000'::uuid end,
    direction, status, reason, count(*), sum(cost)
  from new_rows group by 1, 2, 3, 4, 5, 6, 7, 8;
  return null;
end $$;
create function count_changed_messages() returns trigger language plpgsql as $$
begin
  insert into message_count_changes (enterprise_id, day, channel_id, source, run_id, direction, status, reason, count, cost)
  select enterprise_id, (created_at at time zone 'UTC')::date, channel_id, source,
    case when source in ('CAMPAIGN', 'BROADCAST', 'JOURNEY') then resource_id else '00000000-0000-0000-0000-000000000000'::uuid end,
    direction, status, reason, sum(step), sum(step * cost)
  from (select *, 1 as step from new_rows union all select *, -1 from old_rows) both_sides
  group by 1, 2, 3, 4, 5, 6, 7, 8 having sum(step) <> 0 or sum(step * cost) <> 0;
  return null;
end $$;
create trigger messages_counted_insert after insert on messages referencing new table as new_rows
  for each statement execute function count_new_messages();
create trigger messages_counted_update after update on messages referencing new table as new_rows old table as old_rows
  for each statement execute function count_changed_messages();

-- Rows of before.
insert into message_counts (enterprise_id, day, channel_id, source, run_id, direction, status, reason, count, cost)
select enterprise_id, (created_at at time zone 'UTC')::date, channel_id, source, '00000000-0000-0000-0000-000000000000'::uuid, direction, status, reason, count(*), 0
from messages group by 1, 2, 3, 4, 5, 6, 7, 8;

-- Changes become totals; what is under way in other transactions waits for the next round.
create function fold_message_counts() returns integer language plpgsql security definer set search_path = public as $$
declare
  folded integer;
begin
  if not pg_try_advisory_xact_lock(5070020) then return 0; end if;
  with gone as (delete from message_count_changes returning *),
  sums as (
    select enterprise_id, day, channel_id, source, run_id, direction, status, reason, sum(count) as count, sum(cost) as cost
    from gone group by 1, 2, 3, 4, 5, 6, 7, 8),
  written as (
    insert into message_counts as c (enterprise_id, day, channel_id, source, run_id, direction, status, reason, count, cost)
    select * from sums
    on conflict (enterprise_id, run_id, day, channel_id, source, direction, status, reason)
    do update set count = c.count + excluded.count, cost = c.cost + excluded.cost)
  select count(*) into folded from gone;
  return folded;
end $$;

-- Which enterprise's channels have something due, and which workers have fallen silent.
create function channels_to_send() returns table (enterprise_id uuid, channel_id uuid)
language sql stable security definer set search_path = public as $$
  select c.enterprise_id, c.channel_id from channels c
  where c.type <> 12 and c.state = 'ACTIVE'
    and exists (select from send_queue q where q.enterprise_id = c.enterprise_id and q.channel_id = c.channel_id and q.worker_id is null and q.due_at <= now())
$$;
create function lost_hand_overs(silent_seconds double precision) returns table (enterprise_id uuid, channel_id uuid, message_id uuid, created_at timestamptz, worker_id uuid)
language sql stable security definer set search_path = public as $$
  select q.enterprise_id, q.channel_id, q.message_id, q.created_at, q.worker_id from send_queue q
  where q.worker_id is not null
    and not exists (select from sending_workers w where w.worker_id = q.worker_id and w.seen_at > now() - make_interval(secs => silent_seconds))
  limit 5000
$$;
create function channels_with_raw_events() returns table (enterprise_id uuid, channel_id uuid)
language sql stable security definer set search_path = public as
$$ select distinct q.enterprise_id, q.channel_id from raw_event_queue q where q.due_at <= now() $$;
create function enterprises_with_waiting_receipts() returns table (enterprise_id uuid)
language sql stable security definer set search_path = public as
$$ select distinct w.enterprise_id from waiting_receipts w where not w.is_orphan $$;
create function unfinished_runs() returns table (enterprise_id uuid, run_id uuid, source text, state text)
language sql stable security definer set search_path = public as
$$ select r.enterprise_id, r.run_id, r.source, r.state from send_runs r where r.state in ('freezing', 'sending') $$;
create index send_runs_unfinished on send_runs (run_id) where state in ('freezing', 'sending');

-- Daily duties that concern no single enterprise.
create or replace function tend_messages() returns void language plpgsql security definer set search_path = public as $$
begin
  perform ensure_month_partitions('chat_actions', 3);
  perform ensure_month_partitions('messages', 3);
  perform ensure_month_partitions('message_events', 3);
  perform ensure_month_partitions('raw_events', 3);
  delete from message_keys where created_at < now() - interval '14 days';
  delete from sending_workers where seen_at < now() - interval '1 day';
end $$;
