-- Recordings that a speech service was asked to write down, by streams and by agents.
create table speech_messages (
  enterprise_id uuid not null references enterprises,
  speech_id uuid not null,
  at timestamptz not null,
  source text not null check (source in ('stream', 'chat')),
  -- The walk and its call, or the chat and its message: each is written down once
  source_id uuid not null,
  source_no bigint not null,
  journey_id uuid,
  journey_version integer,
  node_id text not null default '',
  -- Null: erased
  customer_id uuid,
  channel_id uuid not null,
  is_sandbox boolean not null,
  file_id uuid,
  status text not null check (status in ('PENDING', 'DONE', 'FAILED', 'EMPTY')),
  length_ms bigint,
  language text not null default '',
  integration_id uuid,
  confidence double precision,
  least_confidence double precision,
  -- Of the service at that time
  price_per_minute numeric(14, 6),
  text text not null default '',
  -- Of the service, where somebody has corrected it
  original_text text,
  corrected_by uuid,
  -- Its words are sensitive, or kept no more
  is_hidden boolean not null default false,
  error text not null default '',
  version integer not null default 1,
  primary key (enterprise_id, speech_id),
  unique (enterprise_id, source, source_id, source_no)
);
select protect_tenant_table('speech_messages');
create index speech_messages_by_time on speech_messages (enterprise_id, at desc, speech_id desc);
create index speech_messages_of_customers on speech_messages (enterprise_id, customer_id);
