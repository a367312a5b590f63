-- Conversations that were led in another product. They stand beside our own chats: nothing counts them.
create table moved_chats (
  enterprise_id uuid not null references enterprises,
  -- Made of the move and of the key, so that reading again gives the same
  moved_id uuid not null,
  move_id uuid not null,
  source text not null,
  -- Its name in the other product
  key text not null,
  contact_key text not null default '',
  customer_id uuid,
  contact_name text not null default '',
  contact_address text not null default '',
  inbox_key text not null default '',
  inbox_name text not null default '',
  channel_id uuid,
  team_key text not null default '',
  team_name text not null default '',
  dept_id uuid,
  agent_keys text[] not null default '{}',
  agent_names text[] not null default '{}',
  user_ids uuid[] not null default '{}',
  labels text[] not null default '{}',
  label_ids uuid[] not null default '{}',
  subject text not null default '',
  started_at timestamptz not null,
  ended_at timestamptz not null,
  message_count integer not null default 0,
  -- The run has taken it in: until then nobody sees it
  is_in boolean not null default false,
  -- Folded as the search of chats is; null until it is written
  words tsvector,
  texts_erased_at timestamptz,
  primary key (enterprise_id, moved_id),
  foreign key (enterprise_id, customer_id) references customers on delete set null (customer_id)
);
select protect_tenant_table('moved_chats');
create index moved_chats_of_move on moved_chats (enterprise_id, move_id, moved_id);
create index moved_chats_by_time on moved_chats (enterprise_id, started_at desc, moved_id desc) where is_in;
create index moved_chats_of_customer on moved_chats (enterprise_id, customer_id, started_at desc) where customer_id is not null;
create index moved_chats_to_erase on moved_chats (enterprise_id, ended_at) where is_in and texts_erased_at is null;
create index moved_chats_words on moved_chats using gin (enterprise_id, words) where words is not null;

-- Messages of such a conversation, a hundred at most in each part.
create table moved_parts (
  enterprise_id uuid not null references enterprises,
  moved_id uuid not null,
  -- In the order in which they were read
  part bigint not null,
  move_id uuid not null,
  messages jsonb not null,
  primary key (enterprise_id, moved_id, part)
);
select protect_tenant_table('moved_parts');
