-- An act of an operator on more walks than one call takes: what was asked, how far it is, and what it came to for each person. The people are
-- frozen when it is asked for; it takes them in parts, and where a worker dies the next one goes on behind the last part.
create table journey_acts (
  enterprise_id uuid not null references enterprises,
  act_id uuid not null,
  act text not null check (act in ('retry', 'continue', 'handOver', 'stop')),
  -- Of 'continue'
  node text not null default '',
  -- Of 'handOver'; '' leaves it to the channel
  department_id text not null default '',
  -- Of 'retry'
  repeats_calls boolean not null default false,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'completed', 'cancelled')),
  total integer not null,
  done integer not null default 0,
  held integer not null default 0,
  refused integer not null default 0,
  -- Why it was asked for, for the audit trail
  why text not null default '',
  request_key text not null default '',
  created_by uuid not null,
  -- The key that stands for its maker: {id, name}
  api_key jsonb,
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (enterprise_id, act_id)
);
select protect_tenant_table('journey_acts');
create unique index journey_acts_by_key on journey_acts (enterprise_id, created_by, request_key) where request_key <> '';

create table journey_act_people (
  enterprise_id uuid not null,
  act_id uuid not null,
  place integer not null,
  instance_id uuid not null,
  -- '': not yet
  outcome text not null default '' check (outcome in ('', 'done', 'held', 'refused')),
  code text not null default '',
  -- Where the walk stood then
  node_id text not null default '',
  primary key (enterprise_id, act_id, place),
  foreign key (enterprise_id, act_id) references journey_acts on delete cascade
);
select protect_tenant_table('journey_act_people');
create index journey_act_people_by_outcome on journey_act_people (enterprise_id, act_id, outcome, place);

create function forget_journey_acts() returns void language sql security definer set search_path = public as $$
  delete from journey_acts where created_at < now() - interval '90 days'
$$;
revoke execute on function forget_journey_acts() from public;
grant execute on function forget_journey_acts() to parley_app;
