-- Forms: a draft, and versions that never change. Streams refer to a form by its id.
create table forms (
  enterprise_id uuid not null references enterprises,
  form_id uuid not null,
  name text not null check (name <> ''),
  document jsonb not null,
  fingerprint text not null,
  -- Rises with each change of the draft
  version integer not null default 1,
  -- The newest version; 0: none is published
  published integer not null default 0,
  -- Address of the page that everybody may open; null: it is closed
  page_code text unique check (page_code ~ '^[0-9A-Za-z]{16}$'),
  created_by uuid,
  created_at timestamptz not null,
  updated_by uuid,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  primary key (enterprise_id, form_id)
);
select protect_tenant_table('forms');
create unique index forms_by_name on forms (enterprise_id, lower(name)) where deleted_at is null;
create index forms_by_change on forms (enterprise_id, updated_at desc, form_id) where deleted_at is null;

create table form_versions (
  enterprise_id uuid not null,
  form_id uuid not null,
  number integer not null check (number > 0),
  document jsonb not null,
  fingerprint text not null,
  note text not null default '',
  published_by uuid,
  published_at timestamptz not null,
  primary key (enterprise_id, form_id, number),
  foreign key (enterprise_id, form_id) references forms on delete cascade
);
select protect_tenant_table('form_versions');

-- One person at one form, whatever face they use.
create table form_fillings (
  enterprise_id uuid not null references enterprises,
  filling_id uuid not null,
  form_id uuid not null,
  number integer not null,
  -- Of its address; nobody can guess it
  code text not null unique check (code ~ '^[0-9A-Za-z]{16}$'),
  -- Null: nobody knows who it is
  customer_id uuid,
  -- Null: it came by the form's own page
  instance_id uuid,
  node_id text not null default '',
  channel_id uuid,
  environment text not null check (environment in ('production', 'sandbox')),
  state text not null default 'OPEN' check (state in ('OPEN', 'SUBMITTED', 'CLOSED', 'EXPIRED')),
  faces text[] not null default '{}',
  language text not null default '',
  -- Sealed: what it began with, and what is filled in
  given text not null,
  progress text not null,
  -- Ids of the screens that were shown, and of the one that stands open
  seen text[] not null default '{}',
  screen text not null default '',
  revision integer not null default 0,
  opened_at timestamptz not null,
  changed_at timestamptz not null,
  due_at timestamptz not null,
  ended_at timestamptz,
  primary key (enterprise_id, filling_id),
  foreign key (enterprise_id, form_id, number) references form_versions on delete cascade
) with (fillfactor = 70);
select protect_tenant_table('form_fillings');
create index form_fillings_by_form on form_fillings (enterprise_id, form_id, opened_at desc);
create index form_fillings_by_customer on form_fillings (enterprise_id, customer_id) where customer_id is not null;
create index form_fillings_by_walk on form_fillings (enterprise_id, instance_id) where instance_id is not null;
create index form_fillings_due on form_fillings (due_at) where state = 'OPEN';

create table form_answers (
  enterprise_id uuid not null references enterprises,
  answer_id uuid not null,
  form_id uuid not null,
  number integer not null,
  filling_id uuid not null,
  customer_id uuid,
  instance_id uuid,
  journey_id uuid,
  channel_id uuid,
  environment text not null check (environment in ('production', 'sandbox')),
  faces text[] not null,
  -- By the id of their field; the sensitive ones are sealed instead
  answers jsonb not null,
  sealed text,
  conflicts jsonb not null default '[]',
  search_text text not null default '',
  seconds integer not null,
  at timestamptz not null,
  erased_at timestamptz,
  primary key (enterprise_id, answer_id),
  unique (enterprise_id, filling_id),
  foreign key (enterprise_id, form_id, number) references form_versions on delete cascade
);
select protect_tenant_table('form_answers');
create index form_answers_by_form on form_answers (enterprise_id, form_id, answer_id desc);
create index form_answers_by_customer on form_answers (enterprise_id, customer_id) where customer_id is not null;
create index form_answers_search on form_answers using gin (enterprise_id, search_text gin_trgm_ops);
