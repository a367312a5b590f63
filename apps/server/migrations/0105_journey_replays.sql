-- What turns have read, for a week: a replay lets the draft of a stream have it. All of it is sealed, since answers may be sensitive.
create table journey_past_inputs (
  enterprise_id uuid not null references enterprises,
  instance_id uuid not null,
  input_id bigint not null,
  -- When it was read
  at timestamptz not null,
  input text not null,
  primary key (enterprise_id, instance_id, input_id)
);
select protect_tenant_table('journey_past_inputs', 'select, insert, delete');
create index journey_past_inputs_by_time on journey_past_inputs (at);

create function forget_journey_inputs() returns void language sql security definer set search_path = public as $$
  delete from journey_past_inputs where at < now() - interval '7 days'
$$;
revoke execute on function forget_journey_inputs() from public;
grant execute on function forget_journey_inputs() to parley_app;

-- The last replay of a stream, as its call answers it: counts, nodes, and ids of walks.
create table journey_replays (
  enterprise_id uuid not null references enterprises,
  journey_id uuid not null,
  replay_id uuid not null,
  replay jsonb not null,
  -- Whoever plays it says so with each batch
  told_at timestamptz not null,
  primary key (enterprise_id, journey_id),
  foreign key (enterprise_id, journey_id) references journeys (enterprise_id, journey_id) on delete cascade
);
select protect_tenant_table('journey_replays');
