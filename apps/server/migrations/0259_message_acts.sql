-- Acts of agents on messages that are there, on their way to the vendor. The chat's lock is taken before a row of its own.
create table message_acts (
  enterprise_id uuid not null,
  act_id uuid not null,
  -- The order in which they were asked for: of one message they leave in it
  place bigint generated always as identity,
  channel_id uuid not null,
  chat_id uuid not null,
  -- The entry of the chat's record
  number integer not null,
  kind text not null check (kind in ('reaction', 'edit', 'revoke')),
  address text not null,
  -- The vendor's id of the customer's message that is reacted to; '' for a message of ours, which has one once it is handed over
  target text not null,
  -- The emoji or the new words; '' once it is settled
  value text not null,
  is_caption boolean not null default false,
  state text not null default 'queued' check (state in ('queued', 'sending', 'sent', 'failed', 'unknown')),
  attempts smallint not null default 0,
  -- When a worker looks at it; of one that is being sent, when another worker takes it over
  due_at timestamptz not null,
  author_id uuid not null,
  author_name text not null,
  created_at timestamptz not null,
  settled_at timestamptz,
  primary key (enterprise_id, act_id),
  foreign key (enterprise_id, chat_id) references chats on delete cascade
) with (fillfactor = 70);
select protect_tenant_table('message_acts');
create index message_acts_by_message on message_acts (enterprise_id, chat_id, number, place);
create index message_acts_by_due on message_acts (due_at) where state in ('queued', 'sending');
create index message_acts_by_settled on message_acts (settled_at) where settled_at is not null;
