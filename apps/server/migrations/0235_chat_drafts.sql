-- Replies begun and not sent, one a user and chat, so that another tab or device goes on with it. A row that was sent stays empty: its revision
-- goes on rising, and a late save of the old words is told from a new one.
create table chat_drafts (
  enterprise_id uuid not null,
  user_id uuid not null,
  chat_id uuid not null,
  text text not null,
  -- Highest number on the screen when it was begun
  seen integer,
  revision integer not null,
  saved_at timestamptz not null default now(),
  primary key (enterprise_id, user_id, chat_id),
  foreign key (enterprise_id, user_id) references users on delete cascade,
  foreign key (enterprise_id, chat_id) references chats on delete cascade
) with (fillfactor = 70);
select protect_tenant_table('chat_drafts');
create index chat_drafts_by_chat on chat_drafts (enterprise_id, chat_id);
