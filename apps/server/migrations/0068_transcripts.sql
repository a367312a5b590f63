-- What is said in an audio message of a chat, as a speech service has written it down: asked for once, by an agent.
create table chat_transcripts (
  enterprise_id uuid not null,
  chat_id uuid not null,
  number integer not null,
  text text not null,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  primary key (enterprise_id, chat_id, number),
  foreign key (enterprise_id, chat_id) references chats on delete cascade
);
select protect_tenant_table('chat_transcripts');
