-- Filters of the inbox that are kept under a name.
create table chat_views (
  enterprise_id uuid not null references enterprises,
  view_id uuid not null,
  -- Null: not somebody's own
  user_id uuid,
  -- Null: of no department. Neither: of the enterprise
  dept_id uuid check (dept_id is null or user_id is null),
  name text not null check (name <> ''),
  filter jsonb not null,
  -- No foreign key: a view goes on without its label, and says that it has gone
  label_id uuid,
  place integer not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (enterprise_id, view_id),
  foreign key (enterprise_id, user_id) references users on delete cascade,
  foreign key (enterprise_id, dept_id) references departments on delete cascade
) with (fillfactor = 70);
select protect_tenant_table('chat_views');
create index chat_views_by_scope on chat_views (enterprise_id, user_id, dept_id, place);
