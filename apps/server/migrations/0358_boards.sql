-- Figures that a user has put together on one screen.
create table boards (
  enterprise_id uuid not null references enterprises,
  board_id uuid not null,
  owner_id uuid not null,
  name text not null check (name <> ''),
  tiles jsonb not null,
  audience text not null check (audience in ('nobody', 'departments', 'everybody')),
  dept_ids uuid[] not null default '{}',
  -- Those with whom it is shared may change it
  is_shared boolean not null default false,
  version integer not null default 1,
  changed_at timestamptz not null,
  deleted_at timestamptz,
  primary key (enterprise_id, board_id),
  foreign key (enterprise_id, owner_id) references users on delete cascade
) with (fillfactor = 70);
select protect_tenant_table('boards');
create index boards_by_name on boards (enterprise_id, lower(name)) where deleted_at is null;
create index boards_of_owners on boards (enterprise_id, owner_id);
