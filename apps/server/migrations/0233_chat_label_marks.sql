-- All labels of a chat. `chats.label_id` stays the first of them.
create table chat_label_marks (
  enterprise_id uuid not null,
  chat_id uuid not null,
  label_id uuid not null,
  -- Null: nobody in person, or somebody before there were marks
  marked_by uuid,
  at timestamptz not null default now(),
  primary key (enterprise_id, chat_id, label_id),
  foreign key (enterprise_id, chat_id) references chats on delete cascade,
  foreign key (enterprise_id, label_id) references chat_labels on delete cascade
);
select protect_tenant_table('chat_label_marks');
create index chat_label_marks_by_label on chat_label_marks (enterprise_id, label_id);

insert into chat_label_marks (enterprise_id, chat_id, label_id, at)
select enterprise_id, chat_id, label_id, last_activity_at from chats where label_id is not null;

-- The mark of a chat's first label comes, goes and changes with the column.
create function mark_first_label() returns trigger language plpgsql set search_path = public as $$
begin
  if old.label_id is not null then
    delete from chat_label_marks where enterprise_id = old.enterprise_id and chat_id = old.chat_id and label_id = old.label_id;
  end if;
  if new.label_id is not null then
    insert into chat_label_marks (enterprise_id, chat_id, label_id) values (new.enterprise_id, new.chat_id, new.label_id) on conflict do nothing;
  end if;
  return null;
end $$;
create trigger chats_mark_first_label after update of label_id on chats for each row
  when (old.label_id is distinct from new.label_id) execute function mark_first_label();
