-- Streams as they run (journeys.md 2). Columns that change stand in no index; what waits and what holds a conversation has small tables of its own.
create table journey_instances (
  enterprise_id uuid not null,
  instance_id uuid not null,
  -- The id begins with it, so that a look-up by id finds its month
  started_at timestamptz not null,
  journey_id uuid not null,
  version integer not null,
  customer_id uuid not null,
  channel_id uuid not null,
  address text not null,
  chat_id uuid not null,
  entry_id uuid,
  environment text not null,
  state text not null check (state in ('RUNNING', 'WAITING', 'COMPLETED', 'TIMEDOUT', 'HANDED_OVER', 'FAILED', 'STOPPED')),
  reason text not null default '',
  outcome text not null default '',
  -- Where it is, or was when it ended; 0 inside of a stream that is inside of it
  node_no integer not null default 0,
  turn integer not null default 0,
  -- What packages/journey calls an Instance; sensitive values are sealed, and go with its end
  instance jsonb not null,
  last_error text not null default '',
  changed_at timestamptz not null,
  ended_at timestamptz,
  primary key (enterprise_id, instance_id, started_at)
) partition by range (started_at);
select protect_tenant_table('journey_instances');
select ensure_month_partitions('journey_instances', 3);
create index journey_instances_by_journey on journey_instances (enterprise_id, journey_id, started_at desc);
create index journey_instances_by_customer on journey_instances (enterprise_id, customer_id, started_at desc);

-- Those that are not over: at most one by key for a customer in a stream, and at most one that holds a conversation.
create table journey_live (
  enterprise_id uuid not null references enterprises,
  instance_id uuid not null,
  started_at timestamptz not null,
  journey_id uuid not null,
  version integer not null,
  customer_id uuid not null,
  channel_id uuid not null,
  chat_id uuid not null,
  entry_key text not null default '',
  -- It talks with the customer: from a question on, until a wait, a hand-over or the end
  holds boolean not null default false,
  -- It held, and another one with a higher priority talks now
  is_suspended boolean not null default false,
  priority smallint not null default 5,
  primary key (enterprise_id, instance_id)
);
select protect_tenant_table('journey_live');
create unique index journey_live_by_key on journey_live (enterprise_id, journey_id, customer_id, entry_key);
create unique index journey_live_holders on journey_live (enterprise_id, channel_id, customer_id) where holds;
create index journey_live_by_customer on journey_live (enterprise_id, customer_id);
create index journey_live_by_version on journey_live (enterprise_id, journey_id, version);

-- What is to happen by itself. `shard`: which workers look.
create table journey_waits (
  enterprise_id uuid not null references enterprises,
  instance_id uuid not null,
  journey_id uuid not null,
  node_no integer not null,
  kind text not null,
  due_at timestamptz,
  shard smallint not null check (shard between 0 and 63),
  -- Of a wait for an event: what wakes it
  wake_key text,
  -- The stream is paused: nothing is due
  is_held boolean not null default false,
  primary key (enterprise_id, instance_id)
) with (fillfactor = 70);
select protect_tenant_table('journey_waits');
create index journey_waits_due on journey_waits (shard, due_at) where due_at is not null and not is_held;
create index journey_waits_by_node on journey_waits (enterprise_id, journey_id, node_no, instance_id);
create index journey_waits_by_key on journey_waits (enterprise_id, wake_key) where wake_key is not null;

-- What came in and no turn has read yet, in its order: written by whoever received it, with whatever else that transaction writes.
create table journey_inputs (
  enterprise_id uuid not null references enterprises,
  input_id bigint generated always as identity,
  instance_id uuid not null,
  -- What packages/journey calls an Input
  input jsonb not null,
  -- The same thing told twice is one input
  input_key text,
  at timestamptz not null,
  -- It came while the instance did not listen, and is read when it asks again
  is_kept boolean not null default false,
  primary key (enterprise_id, input_id)
);
select protect_tenant_table('journey_inputs');
create index journey_inputs_by_instance on journey_inputs (enterprise_id, instance_id, input_id);
create unique index journey_inputs_by_key on journey_inputs (enterprise_id, instance_id, input_key) where input_key is not null;

create table journey_turns (
  enterprise_id uuid not null,
  instance_id uuid not null,
  turn integer not null,
  at timestamptz not null,
  -- What came in, sensitive answers masked
  input jsonb not null,
  visits jsonb not null,
  primary key (enterprise_id, instance_id, turn, at)
) partition by range (at);
select protect_tenant_table('journey_turns', 'select, insert, delete');
select ensure_month_partitions('journey_turns', 3);

create table journey_calls (
  enterprise_id uuid not null references enterprises,
  instance_id uuid not null,
  call integer not null,
  turn integer not null,
  node_id text not null,
  kind text not null,
  -- Where it goes, for the monitor and for hosts that fail: a host, or the id of an integration
  target text not null default '',
  request jsonb not null,
  state text not null default 'READY' check (state in ('READY', 'TAKEN', 'SENT', 'DONE', 'FAILED', 'UNKNOWN')),
  attempts integer not null default 0,
  due_at timestamptz not null,
  -- Who works on it, and until when it is thought to be alive
  taken_until timestamptz,
  status integer not null default 0,
  answer jsonb,
  error text not null default '',
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (enterprise_id, instance_id, call)
);
select protect_tenant_table('journey_calls');
create index journey_calls_waiting on journey_calls (due_at) where state in ('READY', 'TAKEN', 'SENT');
create index journey_calls_by_target on journey_calls (enterprise_id, target, ended_at desc) where ended_at is not null;

-- Which instance a message is of: receipts find their way back by it.
create table journey_sends (
  enterprise_id uuid not null references enterprises,
  message_id uuid not null,
  instance_id uuid not null,
  turn integer not null,
  place integer not null,
  node_id text not null,
  -- A wait for its receipt, or a question that nobody gets when it fails: whoever receives one tells the instance
  is_watched boolean not null default false,
  primary key (enterprise_id, message_id)
);
select protect_tenant_table('journey_sends');
create index journey_sends_by_instance on journey_sends (enterprise_id, instance_id, turn);

create table journey_milestones (
  enterprise_id uuid not null references enterprises,
  instance_id uuid not null,
  milestone_id text not null,
  journey_id uuid not null,
  version integer not null,
  customer_id uuid not null,
  at timestamptz not null,
  primary key (enterprise_id, instance_id, milestone_id)
);
select protect_tenant_table('journey_milestones', 'select, insert, delete');
create index journey_milestones_by_journey on journey_milestones (enterprise_id, journey_id, milestone_id, at);

-- Counts as the ledger keeps its own: changes come with the turns, and are folded later; a figure is the sum of both. `what`: started, ended
-- with a state, a node entered, an exit taken, an answer refused. Times are milliseconds.
create table journey_counts (
  enterprise_id uuid not null references enterprises,
  journey_id uuid not null,
  version integer not null,
  hour timestamptz not null,
  channel_id uuid not null,
  environment text not null,
  what text not null,
  node_no integer not null default 0,
  exit text not null default '',
  count bigint not null,
  time_ms bigint not null default 0,
  primary key (enterprise_id, journey_id, hour, version, channel_id, environment, what, node_no, exit)
);
select protect_tenant_table('journey_counts');
create table journey_count_changes (
  enterprise_id uuid not null references enterprises,
  change_id bigint generated always as identity,
  journey_id uuid not null,
  version integer not null,
  hour timestamptz not null,
  channel_id uuid not null,
  environment text not null,
  what text not null,
  node_no integer not null default 0,
  exit text not null default '',
  count integer not null,
  time_ms bigint not null default 0,
  primary key (enterprise_id, change_id)
);
select protect_tenant_table('journey_count_changes');

create function fold_journey_counts(most integer) returns integer language plpgsql security definer set search_path = public as $$
declare
  folded integer;
begin
  -- One folds at a time; whoever comes second finds nothing to do.
  if not pg_try_advisory_xact_lock(hashtext('fold_journey_counts')) then return 0; end if;
  with gone as (
    delete from journey_count_changes c using (
      select enterprise_id, change_id from journey_count_changes order by change_id limit most) oldest
    where c.enterprise_id = oldest.enterprise_id and c.change_id = oldest.change_id returning c.*),
  summed as (
    select enterprise_id, journey_id, version, hour, channel_id, environment, what, node_no, exit, sum(count) as count, sum(time_ms) as time_ms, count(*) as rows
    from gone group by 1, 2, 3, 4, 5, 6, 7, 8, 9),
  kept as (
    insert into journey_counts (enterprise_id, journey_id, version, hour, channel_id, environment, what, node_no, exit, count, time_ms)
    select enterprise_id, journey_id, version, hour, channel_id, environment, what, node_no, exit, count, time_ms from summed
    on conflict (enterprise_id, journey_id, hour, version, channel_id, environment, what, node_no, exit)
    do update set count = journey_counts.count + excluded.count, time_ms = journey_counts.time_ms + excluded.time_ms)
  select coalesce(sum(rows), 0)::integer into folded from summed;
  return folded;
end $$;

-- Ids of instances for which something is due, of the shards that a worker holds; at most so many of one enterprise, so that none waits for
-- another's. It locks nothing: whoever takes one looks again.
create function due_journey_waits(shards smallint[], at timestamptz, most integer)
returns table (enterprise_id uuid, instance_id uuid) language sql stable security definer set search_path = public as $$
  select e.enterprise_id, w.instance_id
  from (select distinct d.enterprise_id from (
    select w.enterprise_id from journey_waits w where w.shard = any(shards) and w.due_at <= at and not w.is_held order by w.due_at limit 20000) d) e
  cross join lateral (
    select w.instance_id from journey_waits w
    where w.enterprise_id = e.enterprise_id and w.shard = any(shards) and w.due_at <= at and not w.is_held order by w.due_at limit most) w
$$;

-- Enterprises with inputs that no turn has read, or whose instances were not woken.
create function waiting_journey_inputs(before timestamptz, most integer)
returns table (enterprise_id uuid, instance_id uuid) language sql stable security definer set search_path = public as $$
  select distinct i.enterprise_id, i.instance_id from (
    select i.enterprise_id, i.instance_id from journey_inputs i where not i.is_kept and i.at < before order by i.at limit most) i
$$;

-- Calls that wait for a worker, those of workers that have gone silent among them.
create function due_journey_calls(at timestamptz, most integer)
returns table (enterprise_id uuid, instance_id uuid, call integer) language sql stable security definer set search_path = public as $$
  select c.enterprise_id, c.instance_id, c.call from journey_calls c
  where c.state in ('READY', 'TAKEN', 'SENT') and c.due_at <= at and (c.taken_until is null or c.taken_until < at)
  order by c.due_at limit most
$$;
create index journey_inputs_unread on journey_inputs (at) where not is_kept;

revoke execute on function fold_journey_counts(integer), due_journey_waits(smallint[], timestamptz, integer),
  waiting_journey_inputs(timestamptz, integer), due_journey_calls(timestamptz, integer) from public;
grant execute on function fold_journey_counts(integer), due_journey_waits(smallint[], timestamptz, integer),
  waiting_journey_inputs(timestamptz, integer), due_journey_calls(timestamptz, integer) to parley_app;

create or replace function tend_messages() returns void language plpgsql security definer set search_path = public as $$
begin
  perform ensure_month_partitions('chat_actions', 3);
  perform ensure_month_partitions('messages', 3, 50);
  perform ensure_month_partitions('message_events', 3);
  perform ensure_month_partitions('message_handovers', 3);
  perform ensure_month_partitions('raw_events', 3);
  perform ensure_month_partitions('audit_entries', 3);
  perform ensure_month_partitions('journey_instances', 3);
  perform ensure_month_partitions('journey_turns', 3);
  delete from message_keys where created_at < now() - interval '14 days';
  delete from designer_accesses where expires_at < now();
  delete from journey_edits where at < now() - interval '30 days';
end $$;
