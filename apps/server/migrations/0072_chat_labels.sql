-- What chats are about, as each department names it. A department without labels has those of none.
create table chat_labels (
  enterprise_id uuid not null references enterprises,
  label_id uuid not null,
  -- Null: of every department that has none of its own
  dept_id uuid,
  name text not null check (name <> '' and length(name) <= 80),
  colour text not null check (colour ~ '^#[0-9a-f]{6}$'),
  place integer not null check (place >= 0),
  -- What is retired is offered no more; chats that have it keep it
  is_active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (enterprise_id, label_id),
  foreign key (enterprise_id, dept_id) references departments on delete cascade
);
select protect_tenant_table('chat_labels');
create unique index chat_labels_by_name on chat_labels (enterprise_id, dept_id, lower(name)) nulls not distinct;

-- A chat has a label, or words of its agent where nobody has made labels.
alter table chats
  add label_id uuid,
  add foreign key (enterprise_id, label_id) references chat_labels,
  add constraint chats_one_label check (label_id is null or tag = '');
create index chats_by_label on chats (enterprise_id, label_id) where label_id is not null;
create index chats_by_words on chats (enterprise_id, lower(tag)) where tag <> '';

-- A department that leaves the bin for good takes its labels along; its chats keep what they were called.
create function keep_label_of_chats() returns trigger language plpgsql set search_path = public as $$
begin
  update chats set tag = old.name, label_id = null where enterprise_id = old.enterprise_id and label_id = old.label_id;
  return old;
end $$;
create trigger keep_label before delete on chat_labels for each row execute function keep_label_of_chats();
