-- Ready texts that agents call by a shortcut.
create table quick_replies (
  enterprise_id uuid not null references enterprises,
  reply_id uuid not null,
  -- Null: of all departments
  dept_id uuid,
  shortcut text not null check (shortcut <> '' and length(shortcut) <= 40),
  -- The shortcut in lower case without accents, by which it is found. Compared byte by byte, so that a prefix is a range of the index.
  shortcut_key text collate "C" not null,
  text_en text not null default '',
  text_hi text not null default '' check (text_en <> '' or text_hi <> ''),
  -- Rises with each reply that used it
  used_count integer not null default 0,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (enterprise_id, reply_id),
  foreign key (enterprise_id, dept_id) references departments on delete cascade
) with (fillfactor = 70);
select protect_tenant_table('quick_replies');
create unique index quick_replies_by_shortcut on quick_replies (enterprise_id, dept_id, shortcut_key) nulls not distinct where deleted_at is null;
create index quick_replies_by_key on quick_replies (enterprise_id, shortcut_key) where deleted_at is null;

-- Their words, each once. Row-level security keeps operators of full-text search from an index, and comparisons of texts not.
create table quick_reply_words (
  enterprise_id uuid not null,
  word text collate "C" not null,
  reply_id uuid not null,
  primary key (enterprise_id, word, reply_id),
  foreign key (enterprise_id, reply_id) references quick_replies on delete cascade
);
select protect_tenant_table('quick_reply_words');
create index quick_reply_words_by_reply on quick_reply_words (enterprise_id, reply_id);
