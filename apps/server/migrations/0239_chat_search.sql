-- Words of messages in chats, written behind them by one worker, so that a message costs nothing more on its road.
create table chat_search (
  enterprise_id uuid not null,
  chat_id uuid not null,
  number integer not null,
  acted_on timestamptz not null,
  -- Folded as the search of customers is (decision 0009); lexemes without places
  words tsvector not null,
  primary key (enterprise_id, chat_id, number, acted_on)
) partition by range (acted_on);
select protect_tenant_table('chat_search', 'select, insert, delete');
select ensure_month_partitions('chat_search', 3);
create index chat_search_words on chat_search using gin (enterprise_id, words);
create index chat_search_by_time on chat_search (enterprise_id, acted_on, chat_id, number);

-- How far the worker has read: one row for the whole installation, which functions of the database alone read and write.
create table chat_search_looks (
  is_only boolean primary key default true check (is_only),
  -- All entries before this have been read
  looked_to timestamptz not null
);
insert into chat_search_looks (looked_to) select coalesce(min(created_at), now()) from chats;

-- The newest entries of all enterprises are found by their place in the table, which an index of a few pages knows.
create index chat_actions_by_time on chat_actions using brin (acted_on) with (pages_per_range = 16, autosummarize = on);

-- The chats of a user, those that they have left too: the search of who reads no others looks through these alone.
create index chat_participants_of_user on chat_participants (enterprise_id, user_id, chat_id);
