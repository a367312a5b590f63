-- Moves from another product: read, planned, run, and undone.
create table moves (
  enterprise_id uuid not null references enterprises,
  move_id uuid not null,
  source text not null,
  phase text not null default 'reading'
    check (phase in ('reading', 'planning', 'planned', 'running', 'done', 'undoing', 'undone', 'failed', 'discarding')),
  -- Names, ids and contents of its files, in the order in which they are read
  files jsonb not null default '[]',
  api_url text not null default '',
  api_account text not null default '',
  -- Sealed; gone when all is read
  api_token text,
  -- Place behind the last batch
  place jsonb not null default '{}',
  read_count bigint not null default 0,
  message_count bigint not null default 0,
  warnings jsonb not null default '[]',
  plan jsonb,
  mapping jsonb not null default '{}',
  -- Stage of the run or of the undo, and the last record of it
  stage text not null default '',
  stage_after text not null default '',
  done_count bigint not null default 0,
  total_count bigint not null default 0,
  report jsonb,
  reason text not null default '',
  -- Phase in which it failed, to go on there
  failed_in text not null default '',
  attempts integer not null default 0,
  next_at timestamptz,
  created_by uuid not null,
  created_at timestamptz not null,
  planned_at timestamptz,
  run_by uuid,
  done_at timestamptz,
  undone_at timestamptz,
  version integer not null default 1,
  primary key (enterprise_id, move_id),
  foreign key (enterprise_id, created_by) references users
);
select protect_tenant_table('moves');
create index moves_by_time on moves (enterprise_id, created_at desc);
create index moves_to_work on moves (created_at) where phase in ('reading', 'planning', 'running', 'undoing', 'discarding');

-- One record of a move, conversations apart, with what becomes of it.
create table move_records (
  enterprise_id uuid not null,
  move_id uuid not null,
  kind text not null check (kind in ('contact', 'agent', 'inbox', 'team', 'label', 'list', 'attribute', 'reply', 'conversation', 'message', 'file')),
  key text not null,
  -- Its place among all that was read
  place bigint not null,
  -- File and line, for people
  ref text not null default '',
  name text not null default '',
  number text not null default '',
  email text not null default '',
  external_id text not null default '',
  data jsonb not null default '{}',
  outcome text not null default 'read' check (outcome in ('read', 'come', 'here', 'drop', 'made', 'joined', 'undone', 'kept')),
  reason text not null default '',
  -- What it is or has become here
  record_id uuid,
  -- Version of that when it was made, and what else undoing needs
  mark jsonb not null default '{}',
  primary key (enterprise_id, move_id, kind, key),
  foreign key (enterprise_id, move_id) references moves on delete cascade
);
select protect_tenant_table('move_records');
create index move_records_by_outcome on move_records (enterprise_id, move_id, kind, outcome, place);
create index move_records_of_record on move_records (enterprise_id, record_id) where record_id is not null;
