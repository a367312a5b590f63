-- Campaigns, and their iterations (activities): what was planned, who approved exactly what, and how it ran. The run of an iteration has the
-- iteration's id.
create table campaigns (
  enterprise_id uuid not null references enterprises,
  campaign_id uuid not null,
  name text not null check (name <> ''),
  description text not null default '',
  -- As CampaignPlan of the contract; a new iteration starts from it
  plan jsonb not null,
  access_type text not null default 'Private' check (access_type in ('Private', 'Department', 'Everyone')),
  channel_id uuid generated always as (nullif(plan ->> 'channelId', '')::uuid) stored,
  template_id uuid generated always as (nullif(plan #>> '{message,template,templateUId}', '')::uuid) stored,
  created_by uuid not null,
  created_at timestamptz not null,
  updated_by uuid not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  request_key text not null default '',
  deleted_at timestamptz,
  primary key (enterprise_id, campaign_id),
  foreign key (enterprise_id, created_by) references users (enterprise_id, user_id),
  foreign key (enterprise_id, updated_by) references users (enterprise_id, user_id)
);
select protect_tenant_table('campaigns');
create unique index campaigns_by_name on campaigns (enterprise_id, lower(name)) where deleted_at is null;
create unique index campaigns_by_key on campaigns (enterprise_id, created_by, request_key) where request_key <> '';
create index campaigns_by_time on campaigns (enterprise_id, created_at desc, campaign_id desc);

create table activities (
  enterprise_id uuid not null references enterprises,
  activity_id uuid not null,
  campaign_id uuid not null,
  number integer not null check (number > 0),
  name text not null check (name <> ''),
  -- Its own, whatever becomes of the campaign's
  plan jsonb not null,
  channel_id uuid generated always as (nullif(plan ->> 'channelId', '')::uuid) stored,
  template_id uuid generated always as (nullif(plan #>> '{message,template,templateUId}', '')::uuid) stored,
  approval text not null default 'New' check (approval in ('New', 'Submitted', 'Approved', 'Rejected')),
  -- 0 created, 1 scheduled, 2 started, 4 stopped. Paused (3) is what its run is, deleted (5) what deleted_at says: each is written once
  state smallint not null default 0 check (state in (0, 1, 2, 4)),
  version integer not null default 1,
  created_by uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Whoever they were then: an address that changes hands later makes nobody an approver of their own work
  last_edited_by uuid not null,
  last_editor_email text not null,
  submitted_by uuid,
  submitter_email text not null default '',
  submitted_at timestamptz,
  decided_by uuid,
  decided_at timestamptz,
  -- Of the last rejection
  reason text not null default '',
  rejections integer not null default 0,
  -- SHA-256 over everything that an approval covers, and its parts {part: {hash, shown}}; '' and null before a submission
  seal text not null default '',
  seal_parts jsonb,
  -- What was approved, and what was rejected, last
  approved_parts jsonb,
  rejected_parts jsonb,
  breakdown jsonb,
  estimate jsonb,
  starts_at timestamptz,
  ends_at timestamptz,
  started_at timestamptz,
  completed_at timestamptz,
  -- What it may send a minute now, where that is less than its plan says
  per_minute integer check (per_minute > 0),
  -- The first part of the run: {size, result, waitsUntil, shares}
  wave jsonb,
  -- The maker and the checker know that the run waits for money
  is_pause_told boolean not null default false,
  -- When something is to be looked at by itself: a start, an end, a first part, a rejection that nobody touches
  due_at timestamptz,
  request_key text not null default '',
  deleted_at timestamptz,
  primary key (enterprise_id, activity_id),
  foreign key (enterprise_id, campaign_id) references campaigns (enterprise_id, campaign_id) on delete cascade,
  foreign key (enterprise_id, created_by) references users (enterprise_id, user_id),
  foreign key (enterprise_id, last_edited_by) references users (enterprise_id, user_id),
  -- Only what was approved leaves
  constraint activities_approved check (state = 0 or approval = 'Approved'),
  constraint activities_sealed check (approval in ('New', 'Rejected') or seal <> ''),
  constraint activities_started check ((started_at is null) = (state in (0, 1)) or state = 4),
  constraint activities_decided check (approval not in ('Approved', 'Rejected') or decided_by is not null)
);
select protect_tenant_table('activities');
create unique index activities_by_number on activities (enterprise_id, campaign_id, number);
create unique index activities_by_key on activities (enterprise_id, created_by, request_key) where request_key <> '';
create index activities_by_approval on activities (enterprise_id, approval, submitted_at, activity_id) where deleted_at is null;
create index activities_due on activities (due_at) where due_at is not null and deleted_at is null;
create index activities_running on activities (activity_id) where state = 2 and completed_at is null and not is_pause_told and deleted_at is null;

-- What happened to an iteration, and what people said about it: added to, never changed.
create table activity_entries (
  enterprise_id uuid not null,
  activity_id uuid not null,
  entry_id uuid not null,
  kind text not null,
  -- null: the program itself
  by_user uuid,
  at timestamptz not null,
  body text not null default '',
  -- {parts, values}
  data jsonb not null default '{}',
  request_key text not null default '',
  primary key (enterprise_id, activity_id, entry_id),
  foreign key (enterprise_id, activity_id) references activities (enterprise_id, activity_id) on delete cascade
);
select protect_tenant_table('activity_entries', 'select, insert');
create unique index activity_entries_by_key on activity_entries (enterprise_id, activity_id, by_user, request_key) where request_key <> '';

-- Iterations at which something is to be looked, the longest waiting first: their time has come, or billing has paused their run.
create function due_activities(at timestamptz, most integer) returns table (enterprise_id uuid, activity_id uuid)
language sql stable security definer set search_path = public as $$
  (select a.enterprise_id, a.activity_id from activities a
   where a.due_at <= at and a.deleted_at is null order by a.due_at limit most)
  union
  (select a.enterprise_id, a.activity_id from activities a
   join send_runs r on r.enterprise_id = a.enterprise_id and r.run_id = a.activity_id and r.is_paused and r.pause_reason = 'NO_BALANCE'
   where a.state = 2 and a.completed_at is null and not a.is_pause_told and a.deleted_at is null limit most)
$$;
revoke execute on function due_activities(timestamptz, integer) from public;
grant execute on function due_activities(timestamptz, integer) to parley_app;
