-- A change of what is known of a customer begins a stream. Several streams may listen to the same value, each once by the same condition.
alter table journey_entries drop constraint journey_entries_kind_check;
alter table journey_entries add constraint journey_entries_kind_check
  check (kind in ('keyword', 'contains', 'any', 'payload', 'link', 'campaign', 'ended', 'attribute', 'api'));
drop index journey_entries_by_word;
create unique index journey_entries_by_word on journey_entries (enterprise_id, channel_id, kind, word)
  where kind not in ('api', 'attribute');
create unique index journey_entries_once on journey_entries (enterprise_id, journey_id, channel_id, kind, word, settings)
  where kind = 'attribute';
create index journey_entries_of_values on journey_entries (enterprise_id, word) where kind = 'attribute';

-- Walks that are to begin, kept in the transaction that causes them. A worker begins them, chats locked first, as everybody locks them.
create table journey_starts (
  enterprise_id uuid not null references enterprises,
  start_id bigint generated always as identity,
  entry_id uuid not null,
  customer_id uuid not null,
  -- Of an import: it begins none before it has ended
  import_id uuid,
  is_held boolean not null default false,
  -- What the value has become
  value text not null default '',
  at timestamptz not null,
  primary key (enterprise_id, start_id),
  foreign key (enterprise_id, entry_id) references journey_entries (enterprise_id, entry_id) on delete cascade,
  foreign key (enterprise_id, customer_id) references customers (enterprise_id, customer_id) on delete cascade
);
select protect_tenant_table('journey_starts');
create index journey_starts_ready on journey_starts (enterprise_id, start_id) where not is_held;
create index journey_starts_of_entry on journey_starts (enterprise_id, entry_id);
create index journey_starts_of_customer on journey_starts (enterprise_id, customer_id);
create index journey_starts_of_import on journey_starts (enterprise_id, import_id) where import_id is not null;

-- Enterprises for which walks are to begin, each found by one step through the index.
create function waiting_journey_starts(most integer)
returns table (enterprise_id uuid) language sql stable security definer set search_path = public as $$
  with recursive found (id) as (
    (select s.enterprise_id from journey_starts s where not s.is_held order by s.enterprise_id limit 1)
    union all
    select (select s.enterprise_id from journey_starts s where not s.is_held and s.enterprise_id > f.id order by s.enterprise_id limit 1)
    from found f where f.id is not null)
  select id from found where id is not null limit most
$$;
revoke execute on function waiting_journey_starts(integer) from public;
grant execute on function waiting_journey_starts(integer) to parley_app;

-- An import begins streams where it says so: all that it would begin, or none.
alter table csv_imports add column starts_streams boolean not null default false,
  add column start_count integer not null default 0,
  add column refused_start_count integer not null default 0;
