-- Cards of the library: pictures with words and suggestions, which streams copy. A deleted one lies packed in the bin.
create table rich_cards (
  enterprise_id uuid not null references enterprises,
  card_id uuid not null,
  name text not null check (name <> ''),
  kind text not null check (kind in ('card', 'carousel')),
  document jsonb not null check (pg_column_size(document) <= 1048576),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by uuid not null,
  primary key (enterprise_id, card_id)
) with (fillfactor = 70);
select protect_tenant_table('rich_cards');
create unique index rich_cards_by_name on rich_cards (enterprise_id, lower(name));
