-- The second record of a chat: notes of the enterprise's own people, and who has changed labels and priority. Numbered apart from its entries, and
-- read by nothing that sends, mails, exports or tells a webhook.
alter table chats add column last_side integer not null default 0;

create table chat_sides (
  enterprise_id uuid not null,
  chat_id uuid not null,
  side_no integer not null,
  at timestamptz not null,
  kind text not null check (kind in ('note', 'act')),
  author_id uuid not null,
  author_name text not null,
  text text not null default '',
  -- Users, with their names of then
  mentions jsonb not null default '[]',
  -- The author's own key of a note: a repeat writes nothing
  side_key text not null default '',
  -- Of an act: what has changed
  detail jsonb not null default '{}',
  primary key (enterprise_id, chat_id, side_no, at)
) partition by range (at);
select protect_tenant_table('chat_sides');
select ensure_month_partitions('chat_sides', 3);

-- Mentions that the mentioned have not read yet.
create table chat_mentions (
  enterprise_id uuid not null,
  user_id uuid not null,
  mention_id uuid not null,
  chat_id uuid not null,
  side_no integer not null,
  at timestamptz not null,
  primary key (enterprise_id, user_id, mention_id),
  unique (enterprise_id, user_id, chat_id, side_no),
  foreign key (enterprise_id, user_id) references users on delete cascade,
  foreign key (enterprise_id, chat_id) references chats on delete cascade
);
select protect_tenant_table('chat_mentions');
create index chat_mentions_by_chat on chat_mentions (enterprise_id, chat_id);
