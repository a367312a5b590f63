-- The audit trail. Entries are added and read; the program can neither change nor delete one. Writers take no lock and no number: what is
-- committed is sealed into the chain a moment later, so a transaction that commits late leaves no gap.
create table audit_entries (
  enterprise_id uuid not null,
  entry_id uuid not null,
  at timestamptz not null,
  actor_kind text not null check (actor_kind in ('user', 'key', 'system', 'operator', 'provider')),
  actor_id uuid,
  actor_name text not null,
  address text not null,
  module text not null,
  action text not null,
  kind text not null,
  record_id text not null,
  -- '' where the name is a person's, which stands in the details alone, since those can be erased.
  record_name text not null,
  result text not null check (result in ('done', 'refused')),
  request_id text not null,
  reason text not null,
  -- SHA-256 over salt and details; null: it has none.
  details_hash bytea,
  -- SHA-256 over the canonical JSON of all of the above.
  hash bytea not null,
  -- HMAC of the hash by a key of the installation: an entry that was written by other hands shows before it is sealed.
  mac bytea not null,
  primary key (enterprise_id, entry_id, at)
) partition by range (at);
select protect_tenant_table('audit_entries', 'select, insert');
create index audit_entries_actor on audit_entries (enterprise_id, actor_id, entry_id);
create index audit_entries_record on audit_entries (enterprise_id, kind, record_id, entry_id);
create index audit_entries_action on audit_entries (enterprise_id, module, action, entry_id);
select ensure_month_partitions('audit_entries', 3);

-- What can be erased: values before and after, and names of persons.
create table audit_details (
  enterprise_id uuid not null,
  entry_id uuid not null,
  salt bytea not null,
  details text not null,
  -- The customer whose data it is.
  customer_id uuid,
  primary key (enterprise_id, entry_id)
);
select protect_tenant_table('audit_details', 'select, insert');
create index audit_details_customer on audit_details (enterprise_id, customer_id) where customer_id is not null;

-- Erased details, and by which entry: a detail that is missing without one is a break of the chain.
create table audit_erasures (
  enterprise_id uuid not null,
  entry_id uuid not null,
  erased_at timestamptz not null default now(),
  primary key (enterprise_id, entry_id)
);
select protect_tenant_table('audit_erasures', 'select');

create table audit_unsealed (enterprise_id uuid not null, entry_id uuid not null, at timestamptz not null, primary key (enterprise_id, entry_id));
select protect_tenant_table('audit_unsealed', 'select');
create function note_unsealed() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into audit_unsealed (enterprise_id, entry_id, at) select enterprise_id, entry_id, at from added;
  return null;
end $$;
create trigger unsealed after insert on audit_entries referencing new table as added for each statement execute function note_unsealed();

-- h(n) = SHA256(0x01 || h(n - 1) || uint64be(n) || hash of the entry); h(0) is 32 zero bytes.
create table audit_chain (
  enterprise_id uuid not null,
  number bigint not null,
  entry_id uuid not null,
  at timestamptz not null,
  link bytea not null,
  primary key (enterprise_id, number)
);
select protect_tenant_table('audit_chain', 'select');
create unique index audit_chain_entry on audit_chain (enterprise_id, entry_id);

-- 4,096 links, or those of a day: the Merkle root (RFC 6962) over the entries' hashes, signed by a key that is not in the database.
create table audit_segments (
  enterprise_id uuid not null,
  first_number bigint not null,
  last_number bigint not null,
  previous_link bytea not null,
  last_link bytea not null,
  root bytea not null,
  closed_at timestamptz not null,
  signature bytea not null,
  primary key (enterprise_id, first_number)
);
select protect_tenant_table('audit_segments', 'select, insert');

create table audit_verifications (
  enterprise_id uuid primary key,
  result jsonb not null,
  checked_at timestamptz not null
);
select protect_tenant_table('audit_verifications', 'select, insert, update');

create function unsealed_enterprises() returns table (enterprise_id uuid) language sql stable security definer set search_path = public as
$$ select distinct u.enterprise_id from audit_unsealed u $$;

-- Appends what is committed to the chain, by id. Two sealers of an enterprise never meet: the second finds nothing to do.
create function seal_audit(most integer) returns integer language plpgsql security definer set search_path = public as $$
declare
  enterprise uuid := current_enterprise_id();
  link bytea;
  number bigint;
  sealed uuid[] := '{}';
  entry record;
begin
  if enterprise is null or not pg_try_advisory_xact_lock(5070030, hashtext(enterprise::text)) then return 0; end if;
  select c.number, c.link into number, link from audit_chain c where c.enterprise_id = enterprise order by c.number desc limit 1;
  if not found then
    number := 0;
    link := decode(repeat('00', 32), 'hex');
  end if;
  -- Each entry by its key: a join would read the whole table as soon as the planner takes it for small. One that is gone already is sealed
  -- as such, and found by whoever checks.
  for entry in
    with due as materialized (
      select u.entry_id, u.at from audit_unsealed u where u.enterprise_id = enterprise order by u.entry_id limit most)
    select d.entry_id, d.at,
      (select e.hash from audit_entries e where e.enterprise_id = enterprise and e.entry_id = d.entry_id and e.at = d.at) as hash
    from due d order by d.entry_id
  loop
    number := number + 1;
    link := sha256('\x01'::bytea || link || int8send(number) || coalesce(entry.hash, ''::bytea));
    insert into audit_chain (enterprise_id, number, entry_id, at, link) values (enterprise, number, entry.entry_id, entry.at, link);
    sealed := sealed || entry.entry_id;
  end loop;
  delete from audit_unsealed u where u.enterprise_id = enterprise and u.entry_id = any(sealed);
  return cardinality(sealed);
end $$;

-- Forgets what the trail holds of a customer; the entries and the chain stay.
create function erase_audit_details(customer uuid) returns integer language plpgsql security definer set search_path = public as $$
declare
  erased integer;
begin
  with gone as (
    delete from audit_details d where d.enterprise_id = current_enterprise_id() and d.customer_id = customer returning d.entry_id)
  insert into audit_erasures (enterprise_id, entry_id) select current_enterprise_id(), entry_id from gone;
  get diagnostics erased = row_count;
  return erased;
end $$;

revoke execute on function unsealed_enterprises(), seal_audit(integer), erase_audit_details(uuid), note_unsealed() from public;
grant execute on function unsealed_enterprises(), seal_audit(integer), erase_audit_details(uuid) to parley_app;

create or replace function tend_messages() returns void language plpgsql security definer set search_path = public as $$
begin
  perform ensure_month_partitions('chat_actions', 3);
  perform ensure_month_partitions('messages', 3, 50);
  perform ensure_month_partitions('message_events', 3);
  perform ensure_month_partitions('message_handovers', 3);
  perform ensure_month_partitions('raw_events', 3);
  perform ensure_month_partitions('audit_entries', 3);
  delete from message_keys where created_at < now() - interval '14 days';
end $$;
