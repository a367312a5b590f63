-- What an endpoint's embedding model says of the texts of a knowledge base: one row a bot, while one is chosen.
create table knowledge_embeddings (
  enterprise_id uuid not null,
  bot_id uuid not null,
  -- Of the endpoint's address and the model's name: vectors of two spaces cannot be compared
  space text not null,
  model text not null,
  state text not null check (state in ('WAITING', 'RUNNING', 'READY', 'FAILED')),
  reason text not null default '',
  -- Another one with each change of what is to be embedded
  request_id uuid not null,
  -- Another one with each whole run: whoever holds the vectors in memory reads them again
  generation uuid,
  dimension integer not null default 0,
  text_count integer not null default 0,
  embedded_count integer not null default 0,
  -- How near questions that no bot is asked come to the passages at best, each a cosine
  stranger_scores real[] not null default '{}',
  failure_count integer not null default 0,
  retry_at timestamptz,
  requested_at timestamptz not null,
  primary key (enterprise_id, bot_id),
  foreign key (enterprise_id, bot_id) references bots on delete cascade
);
select protect_tenant_table('knowledge_embeddings');
create index knowledge_embeddings_unfinished on knowledge_embeddings (requested_at) where state <> 'READY';

-- Vectors are found by the text, wherever it stands: in the sources as they are, in the version that serves, on a page that was read again.
create table passage_vectors (
  enterprise_id uuid not null,
  bot_id uuid not null,
  space text not null,
  text_hash bytea not null,
  scale real not null,
  -- A byte a number, with its sign
  numbers bytea not null,
  primary key (enterprise_id, bot_id, space, text_hash),
  foreign key (enterprise_id, bot_id) references bots on delete cascade
);
alter table passage_vectors alter column numbers set storage external;
select protect_tenant_table('passage_vectors');
-- Another bot of the enterprise may have the same text
create index passage_vectors_by_text on passage_vectors (enterprise_id, space, text_hash);

-- Embeddings that wait without a lease, and those whose time to be tried again has come
create function due_embeddings() returns table (enterprise_id uuid, bot_id uuid)
language sql stable security definer set search_path = public as
$$ select e.enterprise_id, e.bot_id from knowledge_embeddings e
   where (e.state = 'RUNNING' or e.state = 'WAITING' and e.requested_at < now() - interval '10 seconds' or e.state = 'FAILED' and e.retry_at <= now())
     and not is_leased(e.enterprise_id, 'embedding', e.bot_id) limit 100 $$;
grant execute on function due_embeddings() to parley_app;

update integrations set settings = settings || '{"embeddingModel": ""}' where not settings ? 'embeddingModel';
