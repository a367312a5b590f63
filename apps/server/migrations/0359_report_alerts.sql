-- Alerts of figures of the last minutes.
create table report_alerts (
  enterprise_id uuid not null references enterprises,
  report_alert_id uuid not null,
  owner_id uuid not null,
  name text not null check (name <> ''),
  measure text not null,
  filter jsonb not null,
  window_minutes integer not null check (window_minutes between 15 and 1440),
  direction text not null check (direction in ('above', 'below')),
  -- In the unit of the measure
  value double precision not null,
  least_rows integer not null check (least_rows >= 0),
  -- '': no quiet hours
  quiet_from text not null default '',
  quiet_until text not null default '',
  user_ids uuid[] not null default '{}',
  is_active boolean not null default true,
  state text not null default 'QUIET' check (state in ('QUIET', 'OVER')),
  state_since timestamptz not null,
  -- Of one that is over: since when its figure is back; null: it is not
  back_since timestamptz,
  last_value double precision,
  looked_at timestamptz,
  -- '': it was looked at
  hold text not null default '' check (hold in ('', 'owner', 'slow')),
  next_at timestamptz not null,
  version integer not null default 1,
  primary key (enterprise_id, report_alert_id),
  foreign key (enterprise_id, owner_id) references users on delete cascade
) with (fillfactor = 50);
select protect_tenant_table('report_alerts');
create index report_alerts_due on report_alerts (next_at) where is_active;
create index report_alerts_of_owners on report_alerts (enterprise_id, owner_id);
