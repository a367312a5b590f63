-- Bots: what people build. What serves is a version, made by a training out of all this.
create table bots (
  enterprise_id uuid not null references enterprises,
  bot_id uuid not null,
  name text not null check (btrim(name) <> ''),
  description text not null,
  type text not null check (type in ('prompt', 'nlp', 'other')),
  root_story_id uuid not null,
  config jsonb not null,
  prompt jsonb not null,
  -- Switches of the knowledge base; its sources are rows
  knowledge jsonb not null,
  sentiment jsonb not null,
  -- Of everything that is trained from: equal to that of the serving version means trained
  fingerprint text not null default '',
  serving_version_id uuid,
  last_version_number integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by uuid,
  primary key (enterprise_id, bot_id)
);
select protect_tenant_table('bots');
create unique index bots_by_name on bots (enterprise_id, lower(name));
create index bots_by_time on bots (enterprise_id, created_at desc, bot_id desc);

create table stories (
  enterprise_id uuid not null,
  story_id uuid not null,
  bot_id uuid not null,
  -- Null: the root, which is never shown
  parent_id uuid,
  name text not null,
  created_at timestamptz not null default now(),
  primary key (enterprise_id, story_id),
  foreign key (enterprise_id, bot_id) references bots on delete cascade,
  foreign key (enterprise_id, parent_id) references stories (enterprise_id, story_id) on delete cascade
);
select protect_tenant_table('stories');
create index stories_by_bot on stories (enterprise_id, bot_id, created_at, story_id);
create unique index stories_by_name on stories (enterprise_id, parent_id, lower(name));

create table intents (
  enterprise_id uuid not null,
  intent_id uuid not null,
  bot_id uuid not null,
  story_id uuid not null,
  name text not null check (btrim(name) <> ''),
  response text,
  hands_over boolean not null default false,
  parameters jsonb not null default '[]',
  utterance_count integer not null default 0,
  fingerprint text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (enterprise_id, intent_id),
  foreign key (enterprise_id, story_id) references stories (enterprise_id, story_id) on delete cascade
);
select protect_tenant_table('intents');
create unique index intents_by_name on intents (enterprise_id, bot_id, lower(name));
create index intents_by_story on intents (enterprise_id, story_id, created_at, intent_id);

create table utterances (
  enterprise_id uuid not null,
  bot_id uuid not null,
  intent_id uuid not null,
  position integer not null,
  text text not null,
  refs jsonb not null default '[]',
  primary key (enterprise_id, bot_id, intent_id, position),
  foreign key (enterprise_id, intent_id) references intents (enterprise_id, intent_id) on delete cascade
);
select protect_tenant_table('utterances');
create index utterances_by_intent on utterances (enterprise_id, intent_id);

create table entities (
  enterprise_id uuid not null,
  entity_id uuid not null,
  bot_id uuid not null,
  name text not null check (btrim(name) <> ''),
  is_sensitive boolean not null default false,
  "values" jsonb not null,
  fingerprint text not null,
  updated_at timestamptz not null default now(),
  primary key (enterprise_id, entity_id),
  foreign key (enterprise_id, bot_id) references bots on delete cascade
);
select protect_tenant_table('entities');
create unique index entities_by_name on entities (enterprise_id, bot_id, lower(name));

-- Configurations of outside services; the secret is encrypted and is answered to nobody.
create table integrations (
  enterprise_id uuid not null references enterprises,
  integration_id uuid not null,
  name text not null check (btrim(name) <> ''),
  auth_type smallint not null,
  settings jsonb not null,
  secret text not null,
  secret_ending text not null,
  last_success_at timestamptz,
  last_error text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (enterprise_id, integration_id)
);
select protect_tenant_table('integrations');
create unique index integrations_by_name on integrations (enterprise_id, auth_type, lower(name));

create table knowledge_sources (
  enterprise_id uuid not null,
  source_id uuid not null,
  bot_id uuid not null,
  kind text not null check (kind in ('website', 'document', 'note')),
  name text not null,
  file_id uuid,
  status text not null default 'PENDING' check (status in ('PENDING', 'READING', 'READY', 'FAILED')),
  reason text not null default '',
  page_count integer not null default 0,
  passage_count integer not null default 0,
  size_bytes bigint not null default 0,
  -- Of what was read: the same hash means that nothing has changed
  content_hash text not null default '',
  schedule text not null default 'off' check (schedule in ('off', 'daily', 'weekly')),
  last_read_at timestamptz,
  next_read_at timestamptz,
  -- Until when a reader holds it
  reader_until timestamptz,
  created_at timestamptz not null default now(),
  primary key (enterprise_id, source_id),
  foreign key (enterprise_id, bot_id) references bots on delete cascade
);
select protect_tenant_table('knowledge_sources');
create unique index knowledge_sources_by_name on knowledge_sources (enterprise_id, bot_id, kind, md5(name));
create index knowledge_sources_due on knowledge_sources (next_read_at) where next_read_at is not null;
create index knowledge_sources_unread on knowledge_sources (reader_until) where status in ('PENDING', 'READING');

create table knowledge_passages (
  enterprise_id uuid not null,
  source_id uuid not null,
  position integer not null,
  bot_id uuid not null,
  -- Page of a document, from 1; of a website 0, and the address says where
  page integer not null,
  paragraph integer not null,
  url text not null default '',
  text text not null,
  primary key (enterprise_id, source_id, position),
  foreign key (enterprise_id, source_id) references knowledge_sources on delete cascade
);
select protect_tenant_table('knowledge_passages');
create index knowledge_passages_by_bot on knowledge_passages (enterprise_id, bot_id, source_id, position);

create table bot_trainings (
  enterprise_id uuid not null,
  training_id uuid not null,
  bot_id uuid not null,
  phase text not null check (phase in ('QUEUED', 'RUNNING', 'ASKING', 'DONE', 'FAILED', 'CANCELLED')),
  step text not null default 'checking',
  progress real not null default 0,
  reason text not null default '',
  report jsonb,
  version_id uuid,
  requested_by uuid,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  -- Who works on it, and until when nobody else may
  runner_id uuid,
  runner_until timestamptz,
  primary key (enterprise_id, training_id),
  foreign key (enterprise_id, bot_id) references bots on delete cascade
);
select protect_tenant_table('bot_trainings');
create index bot_trainings_by_bot on bot_trainings (enterprise_id, bot_id, started_at desc, training_id desc);
-- One training of a bot at a time
create unique index bot_trainings_open on bot_trainings (enterprise_id, bot_id) where phase in ('QUEUED', 'RUNNING', 'ASKING');
create index bot_trainings_unfinished on bot_trainings (runner_until) where phase in ('QUEUED', 'RUNNING');

-- What a training makes, never changed afterwards: data, settings, models and report.
create table bot_versions (
  enterprise_id uuid not null,
  version_id uuid not null,
  bot_id uuid not null,
  number integer not null,
  fingerprint text not null,
  summary jsonb not null,
  report jsonb not null,
  -- The older ones keep their report alone
  has_parts boolean not null default true,
  created_by uuid,
  created_at timestamptz not null default now(),
  primary key (enterprise_id, version_id),
  foreign key (enterprise_id, bot_id) references bots on delete cascade
);
select protect_tenant_table('bot_versions');
create unique index bot_versions_by_number on bot_versions (enterprise_id, bot_id, number desc);

create table bot_version_parts (
  enterprise_id uuid not null,
  version_id uuid not null,
  part text not null,
  bytes bytea not null,
  primary key (enterprise_id, version_id, part),
  foreign key (enterprise_id, version_id) references bot_versions on delete cascade
);
-- Models do not compress, and texts come compressed.
alter table bot_version_parts alter column bytes set storage external;
select protect_tenant_table('bot_version_parts');

create table bot_tests (
  enterprise_id uuid not null,
  test_id uuid not null,
  bot_id uuid not null,
  name text not null default '',
  turns jsonb not null,
  created_at timestamptz not null default now(),
  primary key (enterprise_id, test_id),
  foreign key (enterprise_id, bot_id) references bots on delete cascade
);
select protect_tenant_table('bot_tests');
create index bot_tests_by_bot on bot_tests (enterprise_id, bot_id, created_at, test_id);

-- A conversation with a bot: of Try it its state as well, of a chat only what became of it.
create table bot_sessions (
  enterprise_id uuid not null,
  session_id uuid not null,
  bot_id uuid not null,
  origin text not null check (origin in ('TRYIT', 'CHAT')),
  sender_id text not null default '',
  state jsonb not null default '{}',
  collected jsonb,
  rule_id uuid,
  turn_count integer not null default 0,
  started_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  primary key (enterprise_id, session_id),
  foreign key (enterprise_id, bot_id) references bots on delete cascade
);
select protect_tenant_table('bot_sessions');
create index bot_sessions_open on bot_sessions (last_at) where collected is null;
create index bot_sessions_by_bot on bot_sessions (enterprise_id, bot_id, started_at desc, session_id desc);

-- Every turn, as reports read it. Sensitive words are masked before they get here.
create table bot_turns (
  enterprise_id uuid not null,
  turn_id uuid not null,
  asked_at timestamptz not null,
  bot_id uuid not null,
  session_id uuid not null,
  origin text not null check (origin in ('TRYIT', 'CHAT')),
  customer_id uuid,
  version_number integer not null,
  text text not null,
  reply text not null,
  intent_id uuid,
  intent_name text not null default '',
  confidence real not null default 0,
  is_in_scope boolean not null,
  answered_by text not null,
  emotion text not null default '',
  is_wrong_emotion boolean not null default false,
  -- An unanswered message that somebody has dealt with
  is_resolved boolean not null default false,
  took_ms integer not null default 0,
  primary key (enterprise_id, turn_id, asked_at)
) partition by range (asked_at);
select protect_tenant_table('bot_turns');
select ensure_month_partitions('bot_turns', 3);
create index bot_turns_by_bot on bot_turns (enterprise_id, bot_id, asked_at desc);
create index bot_turns_unanswered on bot_turns (enterprise_id, bot_id, asked_at desc) where not is_in_scope and not is_resolved;
create index bot_turns_by_session on bot_turns (enterprise_id, session_id, asked_at);

create table classification_rules (
  enterprise_id uuid not null,
  rule_id uuid not null,
  bot_id uuid not null,
  name text not null check (btrim(name) <> ''),
  priority integer not null,
  words text[] not null,
  intents text[] not null,
  department text not null default '',
  primary key (enterprise_id, rule_id),
  foreign key (enterprise_id, bot_id) references bots on delete cascade
);
select protect_tenant_table('classification_rules');
create unique index classification_rules_by_name on classification_rules (enterprise_id, bot_id, lower(name));

create function stalled_trainings() returns table (enterprise_id uuid, bot_id uuid)
language sql stable security definer set search_path = public as
$$ select t.enterprise_id, t.bot_id from bot_trainings t
   where t.phase in ('QUEUED', 'RUNNING') and coalesce(t.runner_until, t.started_at + interval '10 seconds') < now() limit 100 $$;

-- Sources that nobody reads although they wait to be read, and those whose time to be read again has come.
create function due_sources() returns table (enterprise_id uuid, source_id uuid)
language sql stable security definer set search_path = public as
$$ select s.enterprise_id, s.source_id from knowledge_sources s
   where s.status in ('PENDING', 'READING') and coalesce(s.reader_until, s.created_at + interval '10 seconds') < now()
   union
   select s.enterprise_id, s.source_id from knowledge_sources s where s.next_read_at <= now() limit 100 $$;

-- Conversations that are over and whose end nobody has looked at: the chat is closed or with a person, or nothing was said for a while.
create function ended_bot_sessions() returns table (enterprise_id uuid, bot_id uuid, session_id uuid)
language sql stable security definer set search_path = public as
$$ select s.enterprise_id, s.bot_id, s.session_id from bot_sessions s
   left join chats c on s.origin = 'CHAT' and c.enterprise_id = s.enterprise_id and c.chat_id = s.session_id
   where s.collected is null and (s.last_at < now() - interval '10 minutes' or c.closed_at is not null or c.handled_by <> 'bot') limit 100 $$;

create function tend_bots() returns void language plpgsql security definer set search_path = public as $$
begin
  perform ensure_month_partitions('bot_turns', 3);
  delete from bot_sessions where origin = 'TRYIT' and last_at < now() - interval '30 days';
end $$;

-- Channels name their bot from now on; those that had the built-in keyword answers go to the agents until a bot is chosen.
update channels set data = data || '{"botId": ""}' where type = 12;
