-- Visitors who want their own conversation by mail: a code goes to the address first. Kept for a day.
create table transcript_asks (
  enterprise_id uuid not null,
  ask_id uuid not null,
  chat_id uuid not null,
  email text not null,
  code_hash bytea not null,
  tries integer not null default 0,
  created_at timestamptz not null,
  sent_at timestamptz,
  primary key (enterprise_id, ask_id),
  foreign key (enterprise_id, chat_id) references chats on delete cascade
) with (fillfactor = 70);
select protect_tenant_table('transcript_asks');
create index transcript_asks_by_chat on transcript_asks (enterprise_id, chat_id, created_at);
create index transcript_asks_by_time on transcript_asks (created_at);
