create table chats (
  enterprise_id uuid not null,
  chat_id uuid not null,
  channel_id uuid not null,
  customer_id uuid not null,
  -- Where replies go on the channel
  address text not null,
  -- CREATED 0, STARTED 1, ONGOING 2, CLOSED 3, MISSED 4, SUSPEND 5
  state smallint not null default 0 check (state between 0 and 5),
  handled_by text not null check (handled_by in ('bot', 'queue', 'agent')),
  owner_id uuid,
  last_number integer not null default 0,
  message_count integer not null default 0,
  customer_count integer not null default 0,
  -- Highest entry of ours that reached, and was read by, the customer; highest of theirs that an agent read
  customer_received_number integer not null default 0,
  customer_read_number integer not null default 0,
  agent_read_number integer not null default 0,
  last_message text not null default '',
  last_activity_at timestamptz not null,
  -- Since when the customer waits for an answer
  waiting_since timestamptz,
  queued_at timestamptz,
  -- When the waiting chat is missed
  deadline_at timestamptz,
  picked_up_at timestamptz,
  first_reply_at timestamptz,
  closed_at timestamptz,
  missed_reason smallint check (missed_reason in (0, 1, 2)),
  rating smallint check (rating between 1 and 5),
  rating_comment text not null default '',
  feedback text not null default '',
  tag text not null default '',
  note text not null default '',
  previous_chat_id uuid,
  -- What the bot remembers of this chat, and the last entry that it has answered
  bot_state jsonb not null default '{}',
  bot_number integer not null default 0,
  visit jsonb not null default '{}',
  created_at timestamptz not null,
  primary key (enterprise_id, chat_id),
  foreign key (enterprise_id, channel_id) references channels,
  foreign key (enterprise_id, customer_id) references customers on delete cascade,
  check ((handled_by = 'agent') = (owner_id is not null))
);
select protect_tenant_table('chats');
-- At most one open chat of a customer on a channel, whoever races
create unique index chats_open on chats (enterprise_id, channel_id, customer_id) where state not in (3, 4);
create index chats_in_queue on chats (enterprise_id, queued_at) where handled_by = 'queue' and state = 0;
create index chats_missed on chats (enterprise_id, closed_at) where state = 4;
create index chats_by_owner on chats (enterprise_id, owner_id) where owner_id is not null and state in (1, 2, 5);
create index chats_by_customer on chats (enterprise_id, customer_id, created_at desc);
create index chats_by_time on chats (enterprise_id, created_at desc, chat_id desc);
create index chats_by_deadline on chats (deadline_at) where deadline_at is not null;

create table chat_participants (
  enterprise_id uuid not null,
  chat_id uuid not null,
  user_id uuid not null,
  kind text not null check (kind in ('owner', 'invited', 'left')),
  is_pinned boolean not null default false,
  -- Highest entry that this agent has read, and how many of the customer's messages that covers
  read_number integer not null default 0,
  read_count integer not null default 0,
  joined_at timestamptz not null,
  primary key (enterprise_id, chat_id, user_id),
  foreign key (enterprise_id, chat_id) references chats on delete cascade,
  foreign key (enterprise_id, user_id) references users on delete cascade
);
select protect_tenant_table('chat_participants');
create index chat_participants_by_user on chat_participants (enterprise_id, user_id, chat_id) where kind <> 'left';

-- Transfers, invitations and assignments until they are accepted.
create table chat_offers (
  enterprise_id uuid not null,
  offer_id uuid not null,
  chat_id uuid not null,
  kind text not null check (kind in ('transfer', 'invite', 'assign')),
  from_user_id uuid not null,
  to_user_id uuid not null,
  note text not null default '',
  state text not null default 'waiting' check (state in ('waiting', 'accepted', 'expired', 'withdrawn')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (enterprise_id, offer_id),
  foreign key (enterprise_id, chat_id) references chats on delete cascade
);
select protect_tenant_table('chat_offers');
create unique index chat_offers_waiting on chat_offers (enterprise_id, to_user_id, kind, chat_id) where state = 'waiting';
create index chat_offers_by_chat on chat_offers (enterprise_id, chat_id) where state = 'waiting';
create index chat_offers_by_expiry on chat_offers (expires_at) where state = 'waiting';

-- The record of a chat, numbered from 1 without gaps under the lock of the chat's row.
create table chat_actions (
  enterprise_id uuid not null,
  chat_id uuid not null,
  number integer not null,
  acted_on timestamptz not null,
  action_id uuid not null,
  action_type smallint not null,
  author_kind text not null check (author_kind in ('customer', 'agent', 'bot', 'system')),
  author_id uuid,
  author_name text not null,
  message text not null default '',
  attachment jsonb,
  message_key text not null default '',
  detail jsonb not null default '{}',
  primary key (enterprise_id, chat_id, number, acted_on)
) partition by range (acted_on);
select protect_tenant_table('chat_actions');
select ensure_month_partitions('chat_actions', 3);

-- The ledger: one row for each message, either way.
create table messages (
  enterprise_id uuid not null,
  message_id uuid not null,
  created_at timestamptz not null,
  channel_id uuid not null,
  customer_id uuid not null,
  direction text not null check (direction in ('in', 'out')),
  source text not null check (source in ('CAMPAIGN', 'BROADCAST', 'CHAT', 'JOURNEY', 'BOT', 'API', 'SYSTEM')),
  -- What it belongs to: the chat, and its number there
  resource_id uuid not null,
  number integer not null default 0,
  status text not null check (status in ('RECEIVED', 'QUEUED', 'SENT', 'DELIVERED', 'READ', 'FAILED', 'SKIPPED')),
  reason text not null default '',
  status_at timestamptz not null,
  primary key (enterprise_id, message_id, created_at)
) partition by range (created_at);
select protect_tenant_table('messages');
select ensure_month_partitions('messages', 3);
create index messages_by_resource on messages (enterprise_id, resource_id, number);
create index messages_by_time on messages (enterprise_id, created_at);

-- The sender's own key of each message: a repeat finds what it became, and becomes nothing more.
create table message_keys (
  enterprise_id uuid not null,
  sender_id uuid not null,
  message_key text not null,
  chat_id uuid not null,
  number integer not null,
  created_at timestamptz not null default now(),
  primary key (enterprise_id, sender_id, message_key)
);
select protect_tenant_table('message_keys');
create index message_keys_by_time on message_keys (created_at);

create function due_chats(at_most integer) returns table (enterprise_id uuid, chat_id uuid)
language sql stable security definer set search_path = public as
$$ select c.enterprise_id, c.chat_id from chats c where c.deadline_at <= now() order by c.deadline_at limit at_most $$;

create function due_offers(at_most integer) returns table (enterprise_id uuid, offer_id uuid, chat_id uuid)
language sql stable security definer set search_path = public as
$$ select o.enterprise_id, o.offer_id, o.chat_id from chat_offers o where o.state = 'waiting' and o.expires_at <= now() order by o.expires_at limit at_most $$;

-- Daily duties that concern no single enterprise: partitions ahead of time, keys that no sender repeats any more.
create function tend_messages() returns void language plpgsql security definer set search_path = public as $$
begin
  perform ensure_month_partitions('chat_actions', 3);
  perform ensure_month_partitions('messages', 3);
  delete from message_keys where created_at < now() - interval '14 days';
end $$;
