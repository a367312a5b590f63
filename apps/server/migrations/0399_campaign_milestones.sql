-- Steps of a campaign's recipients that its report counts. What reaches one is recorded anyway, so nothing is written when that happens.
create table campaign_milestones (
  enterprise_id uuid not null references enterprises,
  campaign_id uuid not null,
  milestone_id uuid not null,
  name text not null check (name <> '' and length(name) <= 80),
  place integer not null check (place > 0),
  -- What reaches it; never changed, since another formula is another milestone
  rule jsonb not null check (pg_column_size(rule) <= 8192),
  version integer not null default 1,
  created_by uuid not null,
  created_at timestamptz not null,
  -- What was reached until then stays in the report
  removed_at timestamptz,
  primary key (enterprise_id, campaign_id, milestone_id),
  foreign key (enterprise_id, campaign_id) references campaigns (enterprise_id, campaign_id) on delete cascade
);
select protect_tenant_table('campaign_milestones');
create unique index campaign_milestones_by_name on campaign_milestones (enterprise_id, campaign_id, lower(name)) where removed_at is null;
