-- Translations of customers' messages, which stay as they are. One of a message whose words have changed since is not shown.
create table chat_translations (
  enterprise_id uuid not null,
  chat_id uuid not null,
  number integer not null,
  language text not null check (length(language) between 2 and 8),
  text text not null,
  -- Of the words that were translated
  source_md5 text not null,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  primary key (enterprise_id, chat_id, number, language),
  foreign key (enterprise_id, chat_id) references chats on delete cascade
);
select protect_tenant_table('chat_translations');
-- Replies that began with a draft are counted by these lines.
create index chat_sides_of_assist on chat_sides (enterprise_id, at) where kind = 'assist';
