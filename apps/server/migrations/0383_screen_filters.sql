-- Filters of a screen under a name, of one user, which a department may use as well.
create table screen_filters (
  enterprise_id uuid not null references enterprises,
  filter_id uuid not null,
  screen text not null,
  user_id uuid not null,
  -- Null: the user's alone
  dept_id uuid,
  name text not null check (name <> ''),
  search jsonb not null,
  -- The screen opens with it for its owner
  is_default boolean not null default false,
  version integer not null default 1,
  primary key (enterprise_id, filter_id),
  foreign key (enterprise_id, user_id) references users on delete cascade,
  foreign key (enterprise_id, dept_id) references departments on delete cascade
);
select protect_tenant_table('screen_filters');
create index screen_filters_by_screen on screen_filters (enterprise_id, screen, user_id);
create unique index screen_filters_default on screen_filters (enterprise_id, screen, user_id) where is_default;
