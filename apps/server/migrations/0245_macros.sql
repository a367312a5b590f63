-- Several acts on a chat that an agent does by one key.
create table macros (
  enterprise_id uuid not null references enterprises,
  macro_id uuid not null,
  -- Null: not somebody's own
  user_id uuid,
  -- Null: of no department. Neither: of the enterprise
  dept_id uuid check (dept_id is null or user_id is null),
  name text not null check (name <> ''),
  -- Runs it behind M; '': no key does
  letter text not null default '' check (letter ~ '^[a-z0-9]?$'),
  steps jsonb not null,
  place integer not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (enterprise_id, macro_id),
  foreign key (enterprise_id, user_id) references users on delete cascade,
  foreign key (enterprise_id, dept_id) references departments on delete cascade
) with (fillfactor = 70);
select protect_tenant_table('macros');
create unique index macros_by_letter on macros (enterprise_id, user_id, dept_id, letter) nulls not distinct where letter <> '';
create index macros_by_scope on macros (enterprise_id, user_id, dept_id, place);

-- Macros that were run, by the key of their request: a repeat does nothing more.
create table macro_runs (
  enterprise_id uuid not null,
  user_id uuid not null,
  request_key text not null check (length(request_key) <= 64),
  chat_id uuid not null,
  done integer not null,
  ran_at timestamptz not null default now(),
  primary key (enterprise_id, user_id, request_key),
  foreign key (enterprise_id, user_id) references users on delete cascade,
  foreign key (enterprise_id, chat_id) references chats on delete cascade
);
select protect_tenant_table('macro_runs');
create index macro_runs_by_chat on macro_runs (enterprise_id, chat_id);
create index macro_runs_by_time on macro_runs (ran_at);
