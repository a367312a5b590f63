-- Rules by which a website speaks to a visitor first.
create table site_rules (
  enterprise_id uuid not null,
  rule_id uuid not null,
  channel_id uuid not null,
  name text not null check (name <> ''),
  conditions jsonb not null,
  act text not null check (act in ('greeting', 'stream')),
  greeting text not null default '',
  journey_id uuid,
  -- Only while the channel's department is open
  in_hours boolean not null default false,
  not_again_days integer not null default 7 check (not_again_days between 0 and 365),
  place integer not null,
  is_active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (enterprise_id, rule_id),
  foreign key (enterprise_id, channel_id) references channels on delete cascade
) with (fillfactor = 70);
select protect_tenant_table('site_rules');
create index site_rules_by_channel on site_rules (enterprise_id, channel_id, place);

-- Each time that a rule spoke to somebody, and what came of it; kept for 90 days.
create table site_rule_shows (
  enterprise_id uuid not null,
  show_id uuid not null,
  rule_id uuid not null,
  channel_id uuid not null,
  address text not null,
  customer_id uuid,
  page_url text not null default '',
  at timestamptz not null,
  opened_at timestamptz,
  answered_at timestamptz,
  chat_id uuid,
  primary key (enterprise_id, show_id),
  foreign key (enterprise_id, rule_id) references site_rules on delete cascade
) with (fillfactor = 70);
select protect_tenant_table('site_rule_shows');
create index site_rule_shows_by_rule on site_rule_shows (enterprise_id, rule_id, show_id);
create index site_rule_shows_by_visitor on site_rule_shows (enterprise_id, channel_id, address, at);
create index site_rule_shows_by_customer on site_rule_shows (enterprise_id, customer_id, at) where customer_id is not null;
create index site_rule_shows_by_time on site_rule_shows (at);
