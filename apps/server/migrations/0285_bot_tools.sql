-- Tools of bots: what a prompt bot's model may ask for, and every call of one.
create table bot_tools (
  enterprise_id uuid not null,
  tool_id uuid not null,
  bot_id uuid not null,
  name text not null check (name ~ '^[a-z][a-zA-Z0-9_]{0,39}$'),
  -- All that a version keeps of it, as the contract's ToolContent
  content jsonb not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (enterprise_id, tool_id),
  foreign key (enterprise_id, bot_id) references bots on delete cascade
);
select protect_tenant_table('bot_tools');
create trigger versions_counted before update on bot_tools for each row
  when (new.content is distinct from old.content) execute function count_version();
create unique index bot_tools_by_name on bot_tools (enterprise_id, bot_id, lower(name));

-- A call is one of a turn, which is retried by its calls: what is done is not done again, and what has left and was not answered is not known.
create table bot_tool_calls (
  enterprise_id uuid not null references enterprises,
  call_id uuid not null,
  -- A chat, or a session of Try it
  session_id uuid not null,
  is_dry boolean not null,
  bot_id uuid not null,
  tool_id uuid not null,
  -- Null: of Try it
  customer_id uuid,
  -- The number of the customer's message, the round of the model within it, and the place within that
  turn bigint not null,
  round integer not null,
  place integer not null,
  -- The model's own id of the call
  model_call text not null,
  -- The tool of then: nothing that a builder changes meanwhile changes what somebody has confirmed
  tool jsonb not null,
  arguments jsonb not null,
  confirm text not null check (confirm in ('none', 'customer', 'agent')),
  state text not null check (state in ('PROPOSED', 'READY', 'TAKEN', 'DONE', 'FAILED', 'DENIED', 'UNKNOWN')),
  confirmed_by uuid,
  taken_until timestamptz,
  -- When it left; null: it did not
  sent_at timestamptz,
  answer text not null default '',
  error text not null default '',
  took_ms integer not null default 0,
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (enterprise_id, call_id),
  unique (enterprise_id, session_id, turn, round, place)
);
select protect_tenant_table('bot_tool_calls');
create index bot_tool_calls_taken on bot_tool_calls (taken_until) where state = 'TAKEN';
create index bot_tool_calls_sent on bot_tool_calls (enterprise_id, tool_id, sent_at) where sent_at is not null;
create index bot_tool_calls_of_customer on bot_tool_calls (enterprise_id, customer_id) where customer_id is not null;
