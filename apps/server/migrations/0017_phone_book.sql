-- The phone book: what customers have beside name and number, how they are found, and what they are in.
create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- Own fields of customers. A deleted one keeps its slot, so that its values never come back under another name.
create table attributes (
  enterprise_id uuid not null references enterprises,
  attribute_id uuid not null,
  slot smallint not null,
  field_name text not null check (field_name ~ '^\w+$'),
  field_label text not null,
  help_text text not null,
  is_mandatory boolean not null,
  field_type text not null check (field_type in ('text', 'textarea', 'selectbox-singlevalue', 'selectbox-multiplevalue', 'boolean')),
  input_type text not null check (input_type in ('', 'alphabets', 'alphanumeric', 'email', 'number', 'decimal')),
  default_value text not null default '',
  category text not null default 'general',
  is_searchable boolean not null default false,
  comma_included boolean not null default false,
  validations jsonb not null default '[]',
  position integer not null,
  version integer not null default 1,
  updated_by uuid,
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (enterprise_id, attribute_id),
  unique (enterprise_id, slot)
);
select protect_tenant_table('attributes');
create unique index attributes_by_name on attributes (enterprise_id, lower(field_name)) where deleted_at is null;

alter table customers
  -- WhatsApp number, ids of social networks, language and time zone, each only where there is one
  add column profile jsonb not null default '{}',
  -- Values of attributes by their slot
  add column data jsonb not null default '{}',
  -- What the search looks through, folded: name, number, e-mail and values of searchable attributes
  add column search_text text not null default '',
  add column version integer not null default 1,
  -- The import that made the customer
  add column import_id uuid,
  add column updated_at timestamptz not null default now(),
  add column updated_by uuid,
  -- In the bin since; groups and labels wait in `bin`
  add column deleted_at timestamptz,
  add column deleted_by uuid,
  add column bin jsonb;
-- Numbers that agents wrote down by hand: one customer a number from now on, the others keep theirs as a WhatsApp number.
update customers c set profile = jsonb_build_object('whatsAppNumber', number), number = ''
where number <> '' and exists (
  select from customers o where o.enterprise_id = c.enterprise_id and o.number = c.number and o.customer_id < c.customer_id
);
-- As customer.text.ts folds it: each three digits of a number that stand together are one letter more.
update customers c set search_text = ' ' || lower(c.name || ' ' || c.number || ' ' || c.email) || coalesce(' ' || (
  select string_agg(chr(44032 + substr(n.digits, at, 3)::integer), '' order by at)
  from (select regexp_replace(c.number, '\D', '', 'g') as digits) n, generate_series(1, length(n.digits) - 2) as at where length(n.digits) >= 5
), '');
create unique index customers_by_number on customers (enterprise_id, number) where number <> '' and deleted_at is null;
create index customers_in_bin on customers (enterprise_id, number) where deleted_at is not null;
create index customers_search on customers using gin (enterprise_id, search_text gin_trgm_ops) where deleted_at is null;
-- Ids are made in the order of time, so the key itself lists the newest first.
drop index customers_by_time;

-- Groups and labels: named sets of customers.
create table customer_sets (
  enterprise_id uuid not null references enterprises,
  set_id uuid not null,
  kind text not null check (kind in ('group', 'label')),
  name text not null check (btrim(name) <> ''),
  -- Kept by the trigger below: counting a million members at each look would cost a second
  customer_count integer not null default 0,
  created_by uuid,
  created_at timestamptz not null default now(),
  primary key (enterprise_id, set_id)
);
select protect_tenant_table('customer_sets');
create unique index customer_sets_by_name on customer_sets (enterprise_id, kind, lower(name));

create table customer_set_members (
  enterprise_id uuid not null,
  set_id uuid not null,
  customer_id uuid not null,
  primary key (enterprise_id, set_id, customer_id),
  foreign key (enterprise_id, set_id) references customer_sets on delete cascade,
  foreign key (enterprise_id, customer_id) references customers on delete cascade
);
select protect_tenant_table('customer_set_members');
create index customer_set_members_by_customer on customer_set_members (enterprise_id, customer_id, set_id);

create function count_set_members() returns trigger language plpgsql as $$
begin
  update customer_sets s set customer_count = s.customer_count + n.members * case tg_op when 'INSERT' then 1 else -1 end
  from (select enterprise_id, set_id, count(*)::integer as members from changed group by 1, 2) n
  where s.enterprise_id = n.enterprise_id and s.set_id = n.set_id;
  return null;
end $$;
create trigger customer_set_members_added after insert on customer_set_members
  referencing new table as changed for each statement execute function count_set_members();
create trigger customer_set_members_removed after delete on customer_set_members
  referencing old table as changed for each statement execute function count_set_members();

create table customer_consents (
  enterprise_id uuid not null,
  customer_id uuid not null,
  channel text not null,
  is_granted boolean not null,
  source text not null,
  changed_at timestamptz not null default now(),
  primary key (enterprise_id, customer_id, channel),
  foreign key (enterprise_id, customer_id) references customers on delete cascade
);
select protect_tenant_table('customer_consents');

-- What happened with a customer; what an import made new is told by the customer's own row.
create table customer_changes (
  enterprise_id uuid not null,
  customer_id uuid not null,
  change_id uuid not null,
  kind text not null,
  changed_at timestamptz not null default now(),
  changed_by uuid,
  -- Fields as {field, from, to}
  changes jsonb not null default '[]',
  import_id uuid,
  -- Of a row that an import replaced: how it was, for the undo
  before jsonb,
  primary key (enterprise_id, customer_id, change_id),
  foreign key (enterprise_id, customer_id) references customers on delete cascade
);
select protect_tenant_table('customer_changes');
create index customer_changes_by_import on customer_changes (enterprise_id, import_id, customer_id) where import_id is not null;

create table customer_filters (
  enterprise_id uuid not null references enterprises,
  filter_id uuid not null,
  name text not null check (btrim(name) <> ''),
  conditions jsonb not null,
  created_by uuid,
  created_at timestamptz not null default now(),
  primary key (enterprise_id, filter_id)
);
select protect_tenant_table('customer_filters');
create unique index customer_filters_by_name on customer_filters (enterprise_id, lower(name));

-- Work on many customers, in steps: each step is one transaction that moves `cursor` on.
create table customer_bulk_jobs (
  enterprise_id uuid not null references enterprises,
  bulk_id uuid not null,
  action text not null check (action in ('group', 'label', 'delete', 'export')),
  selection jsonb not null,
  set_ids uuid[] not null default '{}',
  state text not null default 'waiting' check (state in ('waiting', 'running', 'completed', 'cancelled', 'failed')),
  total integer,
  done integer not null default 0,
  changed integer not null default 0,
  cursor uuid not null default '00000000-0000-0000-0000-000000000000',
  -- Customers that came later are not meant
  last_customer_id uuid not null,
  reason text not null default '',
  request_key text not null default '',
  file_id uuid,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  worked_on_at timestamptz not null default now(),
  primary key (enterprise_id, bulk_id)
);
select protect_tenant_table('customer_bulk_jobs');
create unique index customer_bulk_jobs_by_key on customer_bulk_jobs (enterprise_id, created_by, request_key) where request_key <> '';
create index customer_bulk_jobs_unfinished on customer_bulk_jobs (worked_on_at) where state in ('waiting', 'running');

-- A page of the phone book by search. Row-level security keeps trigram operators from their index, so the function enters the enterprise by
-- itself. The plan is made anew for each call: how often the words occur decides between the search index and walking from the newest on.
create function search_customers(words text[], at_most integer, skipped integer, in_set uuid) returns table (customer_id uuid)
-- A page: told 1000 rows, the planner would read all of a small phone book to join them.
language plpgsql stable rows 20 security definer set search_path = public set plan_cache_mode = force_custom_plan as $$
declare
  query text := 'select c.customer_id from customers c where c.enterprise_id = $1 and c.deleted_at is null';
  word integer;
begin
  for word in 1 .. least(cardinality(words), 5) loop
    query := query || format(' and c.search_text like $%s', word + 2);
  end loop;
  if in_set is not null then
    query := query || ' and exists (select from customer_set_members m where m.enterprise_id = $1 and m.set_id = $2 and m.customer_id = c.customer_id)';
  end if;
  return query execute query || format(' order by c.customer_id desc limit %s offset %s', at_most, skipped)
    using current_enterprise_id(), in_set, words[1], words[2], words[3], words[4], words[5];
end $$;

-- After many rows at once: the planner's figures, and the search index's list of what it has not sorted in yet.
create function tidy_customers() returns void language plpgsql security definer set search_path = public as $$
begin
  analyze customers, customer_set_members;
  perform gin_clean_pending_list('customers_search');
end $$;

create function stalled_bulk_jobs() returns table (enterprise_id uuid, bulk_id uuid)
language sql stable security definer set search_path = public as
$$ select b.enterprise_id, b.bulk_id from customer_bulk_jobs b where b.state in ('waiting', 'running') and b.worked_on_at < now() - interval '15 seconds' limit 100 $$;

-- A cell for a spreadsheet, which must not run it: what begins like a formula gets an apostrophe in front, and so does what begins with one,
-- so that reading takes away exactly what writing has added.
create function csv_guard(value text) returns text language sql immutable parallel safe as
$$ select case when ascii(value) in (61, 43, 45, 64, 9, 13, 39) then '''' || value else value end $$;

-- After 30 days in the bin a customer is nobody any more: chats and counts stay, and nothing in them says who it was.
create function empty_customer_bin() returns integer language sql security definer set search_path = public as $$
  with emptied as (
    update customers set name = 'Deleted customer', number = '', email = '', profile = '{}', data = '{}', search_text = '',
      bin = coalesce(bin, '{}') || '{"isEmptied": true}'
    where deleted_at < now() - interval '30 days' and not coalesce((bin ->> 'isEmptied')::boolean, false)
    returning enterprise_id, customer_id
  ), changes as (
    delete from customer_changes h using emptied e where h.enterprise_id = e.enterprise_id and h.customer_id = e.customer_id
  ), consents as (
    delete from customer_consents k using emptied e where k.enterprise_id = e.enterprise_id and k.customer_id = e.customer_id
  )
  select count(*)::integer from emptied
$$;
