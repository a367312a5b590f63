-- What own systems have told, and what they have asked for: an event may come before anybody waits for it, and is kept for a day.
create table journey_events (
  enterprise_id uuid not null references enterprises,
  event_id uuid not null,
  -- As `journey_waits` has it
  wake_key text not null,
  event text not null,
  key text not null,
  data jsonb not null,
  at timestamptz not null,
  primary key (enterprise_id, event_id)
);
select protect_tenant_table('journey_events', 'select, insert, delete');
create index journey_events_by_key on journey_events (enterprise_id, wake_key, at);
create index journey_events_by_time on journey_events (at);

-- A request with the same key within a week is the same request.
create table journey_requests (
  enterprise_id uuid not null references enterprises,
  request_key text not null,
  -- What it came to, which the repeat is told
  result jsonb not null,
  at timestamptz not null,
  primary key (enterprise_id, request_key)
);
select protect_tenant_table('journey_requests', 'select, insert, delete');
create index journey_requests_by_time on journey_requests (at);

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
  delete from journey_events where at < now() - interval '1 day';
  delete from journey_requests where at < now() - interval '7 days';
  delete from journey_calls where ended_at < now() - interval '30 days';
end $$;
