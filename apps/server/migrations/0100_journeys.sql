-- Streams, which the specification calls journeys: a draft with its edits, versions that never change, saved conversations, and what begins
-- them where.
create table journeys (
  enterprise_id uuid not null references enterprises,
  journey_id uuid not null,
  name text not null check (name <> ''),
  description text not null default '',
  folder text not null default '',
  -- The draft, in the format of packages/journey
  document jsonb not null,
  -- Rises with each change of the draft, and is what a second editor is told by
  revision integer not null default 1,
  -- Of the draft; that of the newest version where nothing was changed since
  fingerprint text not null,
  state text not null default 'DRAFT' check (state in ('DRAFT', 'PUBLISHED', 'PAUSED')),
  -- The newest one published; 0: none
  version integer not null default 0,
  -- Who holds the draft, and until when
  lease_session_id uuid,
  lease_user_id uuid,
  lease_until timestamptz,
  created_by uuid,
  created_at timestamptz not null,
  updated_by uuid,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  primary key (enterprise_id, journey_id)
);
select protect_tenant_table('journeys');
create unique index journeys_by_name on journeys (enterprise_id, lower(name)) where deleted_at is null;
create index journeys_by_change on journeys (enterprise_id, updated_at desc) where deleted_at is null;

create table journey_versions (
  enterprise_id uuid not null references enterprises,
  journey_id uuid not null,
  version integer not null check (version > 0),
  document jsonb not null,
  fingerprint text not null,
  note text not null default '',
  -- Streams inside of it, each at the version that it had then: {"id": version}
  streams jsonb not null default '{}',
  passed integer not null default 0,
  failed integer not null default 0,
  -- Why it was published although a saved conversation failed
  waiver text not null default '',
  published_by uuid,
  published_at timestamptz not null,
  primary key (enterprise_id, journey_id, version),
  foreign key (enterprise_id, journey_id) references journeys (enterprise_id, journey_id) on delete cascade
);
select protect_tenant_table('journey_versions', 'select, insert, delete');

-- A node keeps its number over all versions, so that counts of it add up.
create table journey_nodes (
  enterprise_id uuid not null references enterprises,
  journey_id uuid not null,
  node_id text not null,
  node_no integer not null check (node_no > 0),
  name text not null default '',
  type text not null,
  primary key (enterprise_id, journey_id, node_id),
  unique (enterprise_id, journey_id, node_no),
  foreign key (enterprise_id, journey_id) references journeys (enterprise_id, journey_id) on delete cascade
);
select protect_tenant_table('journey_nodes');

-- Who changed what of a draft, for 30 days.
create table journey_edits (
  enterprise_id uuid not null references enterprises,
  journey_id uuid not null,
  revision integer not null,
  user_id uuid not null,
  operations jsonb not null,
  at timestamptz not null,
  primary key (enterprise_id, journey_id, revision),
  foreign key (enterprise_id, journey_id) references journeys (enterprise_id, journey_id) on delete cascade
);
select protect_tenant_table('journey_edits', 'select, insert, delete');
create index journey_edits_by_time on journey_edits using brin (at);

create table journey_tests (
  enterprise_id uuid not null references enterprises,
  journey_id uuid not null,
  test_id text not null,
  test jsonb not null,
  updated_by uuid,
  updated_at timestamptz not null,
  primary key (enterprise_id, journey_id, test_id),
  foreign key (enterprise_id, journey_id) references journeys (enterprise_id, journey_id) on delete cascade
);
select protect_tenant_table('journey_tests');

create table journey_entries (
  enterprise_id uuid not null references enterprises,
  entry_id uuid not null,
  journey_id uuid not null,
  version integer not null,
  channel_id uuid not null,
  kind text not null check (kind in ('keyword', 'contains', 'any', 'payload', 'link', 'api')),
  -- Folded; '' where the kind has none
  word text not null default '',
  priority smallint not null default 5,
  is_active boolean not null default true,
  created_by uuid,
  created_at timestamptz not null,
  primary key (enterprise_id, entry_id),
  foreign key (enterprise_id, journey_id, version) references journey_versions (enterprise_id, journey_id, version) on delete cascade
);
select protect_tenant_table('journey_entries');
-- The same words on the same channel begin one stream.
create unique index journey_entries_by_word on journey_entries (enterprise_id, channel_id, kind, word) where kind <> 'api';
create unique index journey_entries_of_calls on journey_entries (enterprise_id, channel_id, journey_id) where kind = 'api';
create index journey_entries_by_journey on journey_entries (enterprise_id, journey_id);

-- What a designer's frame carries: one user, one session, one document.
create table designer_accesses (
  enterprise_id uuid not null references enterprises,
  access_hash bytea not null,
  user_id uuid not null,
  session_id uuid not null,
  journey_id uuid not null,
  expires_at timestamptz not null,
  primary key (enterprise_id, access_hash)
);
select protect_tenant_table('designer_accesses');
create index designer_accesses_by_end on designer_accesses (expires_at);

-- Whose access it is: asked before the enterprise is known.
create function find_designer_access(hash bytea, at timestamptz)
returns table (enterprise_id uuid, user_id uuid, session_id uuid, journey_id uuid)
language sql stable security definer set search_path = public as $$
  select a.enterprise_id, a.user_id, a.session_id, a.journey_id from designer_accesses a where a.access_hash = hash and a.expires_at > at
$$;
revoke execute on function find_designer_access(bytea, timestamptz) from public;
grant execute on function find_designer_access(bytea, timestamptz) to parley_app;
