-- Fields that an enterprise gives its chats.
create table chat_fields (
  enterprise_id uuid not null references enterprises,
  field_id uuid not null,
  -- Null: of the chats of all departments
  dept_id uuid,
  name text not null check (name <> ''),
  kind text not null check (kind in ('text', 'number', 'date', 'choice', 'yes_no')),
  -- Values of a choice
  options jsonb not null default '[]',
  is_required boolean not null default false,
  is_active boolean not null default true,
  -- Chats have had values of it: nobody counts them again when it is to be deleted
  is_used boolean not null default false,
  place integer not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (enterprise_id, field_id),
  foreign key (enterprise_id, dept_id) references departments on delete cascade
) with (fillfactor = 70);
select protect_tenant_table('chat_fields');
create unique index chat_fields_by_name on chat_fields (enterprise_id, dept_id, lower(name)) nulls not distinct;

-- Values by the ids of the fields: they come along with the row that each message locks anyway.
alter table chats add column fields jsonb not null default '{}';
