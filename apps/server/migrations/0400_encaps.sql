-- Encaps: streams that people walk through on a page of their own.
alter table journeys add column kind text not null default 'journey' check (kind in ('journey', 'encap'));
create index journeys_encaps on journeys (enterprise_id, updated_at desc, journey_id) where kind = 'encap' and deleted_at is null;

-- The channel of an encap's page, one an environment: chats, departments and receipts work on it as on a website. Lists of channels hide it.
alter table channels add column page_of uuid;
create unique index channels_of_pages on channels (enterprise_id, page_of, environment) where page_of is not null;

create table encaps (
  enterprise_id uuid not null,
  journey_id uuid not null,
  properties jsonb not null,
  logger jsonb not null,
  retired_at timestamptz,
  version integer not null default 1,
  primary key (enterprise_id, journey_id),
  foreign key (enterprise_id, journey_id) references journeys on delete cascade
);
select protect_tenant_table('encaps');

create table encap_launches (
  enterprise_id uuid not null,
  launch_id uuid not null,
  journey_id uuid not null,
  name text not null check (name <> ''),
  mode text not null check (mode in ('LINK', 'API')),
  -- The version that its links lead through
  number integer not null check (number > 0),
  -- Created 0, scheduled 1, started 2, paused 3, stopped 4, deleted 5
  state smallint not null default 0 check (state between 0 and 5),
  reason text not null default '',
  expiry_days integer not null default 0,
  expiry_date text not null default '',
  scheduled_on timestamptz,
  -- Of the address that everybody may open
  open_code text unique check (open_code ~ '^[0-9A-Za-z]{16}$'),
  created_by uuid,
  created_at timestamptz not null,
  version integer not null default 1,
  primary key (enterprise_id, launch_id),
  foreign key (enterprise_id, journey_id) references encaps on delete cascade
);
select protect_tenant_table('encap_launches');
create index encap_launches_by_encap on encap_launches (enterprise_id, journey_id, launch_id desc) where state <> 5;
create index encap_launches_due on encap_launches (scheduled_on) where state = 1;

create table encap_links (
  enterprise_id uuid not null,
  link_id uuid not null,
  -- Null: of a test
  launch_id uuid,
  journey_id uuid not null,
  number integer not null,
  kind text not null check (kind in ('person', 'visitor', 'test')),
  code text not null unique check (code ~ '^[0-9A-Za-z]{16}$'),
  -- For whom it was made, and values that the walk reads: sealed
  phone text not null default '',
  name text not null default '',
  entry text not null default '',
  channel_id uuid not null,
  -- Null: nobody has begun yet
  customer_id uuid,
  instance_id uuid,
  state text not null default 'MADE'
    check (state in ('MADE', 'OPENED', 'BEGUN', 'HANDED_OVER', 'COMPLETED', 'ENDED', 'EXPIRED', 'CLOSED')),
  opens integer not null default 0,
  previews integer not null default 0,
  opened_at timestamptz,
  begun_at timestamptz,
  ended_at timestamptz,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  primary key (enterprise_id, link_id),
  foreign key (enterprise_id, journey_id) references encaps on delete cascade
) with (fillfactor = 70);
select protect_tenant_table('encap_links');
create index encap_links_by_launch on encap_links (enterprise_id, launch_id, state, link_id desc);
create index encap_links_by_encap on encap_links (enterprise_id, journey_id, link_id desc);
create index encap_links_by_customer on encap_links (enterprise_id, customer_id) where customer_id is not null;
create index encap_links_by_phone on encap_links (enterprise_id, phone) where phone <> '';
create index encap_links_by_walk on encap_links (enterprise_id, instance_id) where instance_id is not null;
create index encap_links_due on encap_links (expires_at) where state in ('MADE', 'OPENED', 'BEGUN');

-- Links of a launch by their state: changes are added by the statement that makes them, and folded later. The sum of both is exact at every moment.
create table encap_tallies (
  enterprise_id uuid not null,
  launch_id uuid not null,
  state text not null,
  count integer not null,
  primary key (enterprise_id, launch_id, state)
);
select protect_tenant_table('encap_tallies');
create table encap_tally_changes (
  enterprise_id uuid not null,
  change_id bigint generated always as identity,
  launch_id uuid not null,
  state text not null,
  count integer not null,
  primary key (enterprise_id, launch_id, change_id)
);
select protect_tenant_table('encap_tally_changes');
-- Their texts are files of functions/journey.
create function tally_new_links() returns trigger language plpgsql as $$ begin return null; end $$;
create function tally_changed_links() returns trigger language plpgsql as $$ begin return null; end $$;
create trigger encap_links_tallied_new after insert on encap_links referencing new table as new_rows
  for each statement execute function tally_new_links();
create trigger encap_links_tallied after update on encap_links referencing old table as old_rows new table as new_rows
  for each statement execute function tally_changed_links();
