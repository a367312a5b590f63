-- Messages of agents that leave at a time. The chat's lock is taken before a row of its own.
create table scheduled_messages (
  enterprise_id uuid not null,
  scheduled_id uuid not null,
  chat_id uuid not null,
  writer_id uuid not null,
  writer_name text not null,
  -- '': it was sent, and stands in the chat's record
  text text not null,
  due_at timestamptz not null,
  -- The zone in which its writer chose the time
  zone text not null,
  only_if_silent boolean not null,
  -- Messages that the customer had written when it was planned
  customer_count integer not null,
  state text not null default 'planned' check (state in ('planned', 'held', 'refused', 'cancelled', 'sent')),
  -- Why it did not leave
  reason text not null default '',
  -- When a worker looks at it: the due time, or later after a failure of the program
  try_at timestamptz not null,
  -- The browser's own: a repeat plans nothing more
  request_key text not null check (length(request_key) <= 64),
  version integer not null default 1,
  settled_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (enterprise_id, scheduled_id),
  unique (enterprise_id, writer_id, request_key),
  foreign key (enterprise_id, chat_id) references chats on delete cascade
) with (fillfactor = 70);
select protect_tenant_table('scheduled_messages');
create index scheduled_messages_by_chat on scheduled_messages (enterprise_id, chat_id, due_at);
create index scheduled_messages_by_try on scheduled_messages (try_at) where state = 'planned';
create index scheduled_messages_by_settled on scheduled_messages (settled_at) where state = 'sent';
