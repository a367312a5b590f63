-- Hours of offices: weekly slots, and days that differ. Departments point at one; those that have none have the enterprise's default, and where
-- there is no default either it is always open.
create table calendars (
  enterprise_id uuid not null references enterprises,
  calendar_id uuid not null,
  name text not null check (name <> ''),
  time_zone text not null,
  is_default boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (enterprise_id, calendar_id)
);
select protect_tenant_table('calendars');
create unique index calendars_by_name on calendars (enterprise_id, lower(name)) where deleted_at is null;
create unique index calendars_default on calendars (enterprise_id) where is_default and deleted_at is null;

create table calendar_slots (
  enterprise_id uuid not null,
  calendar_id uuid not null,
  -- 1 is Monday
  weekday smallint not null check (weekday between 1 and 7),
  from_minute smallint not null check (from_minute between 0 and 1439),
  -- One that is not behind from_minute is of the next day.
  to_minute smallint not null check (to_minute between 0 and 1440 and to_minute <> from_minute),
  primary key (enterprise_id, calendar_id, weekday, from_minute),
  foreign key (enterprise_id, calendar_id) references calendars on delete cascade
);
select protect_tenant_table('calendar_slots');

create table calendar_exceptions (
  enterprise_id uuid not null,
  calendar_id uuid not null,
  -- The higher place is newer.
  place smallint not null,
  from_day date not null,
  to_day date not null check (to_day >= from_day),
  is_yearly boolean not null,
  name text not null,
  -- [{"from": "09:00", "to": "13:00"}]; none: closed
  slots jsonb not null,
  primary key (enterprise_id, calendar_id, place),
  foreign key (enterprise_id, calendar_id) references calendars on delete cascade
);
select protect_tenant_table('calendar_exceptions');
