-- Erasures: what a person asked to be forgotten, and what came of it. `person` says whom the job looks for, until it is done.
create table erasures (
  enterprise_id uuid not null references enterprises,
  erasure_id uuid not null,
  customer_id uuid not null,
  requested_by uuid not null,
  requested_by_name text not null,
  reason text not null,
  keep_opt_out boolean not null,
  requested_at timestamptz not null,
  state text not null default 'running' check (state in ('running', 'done')),
  person jsonb not null,
  -- The kind of data that is erased now, and how far it came
  kind text not null default '',
  cursor text not null default '',
  counts jsonb not null default '{}',
  finished_at timestamptz,
  -- As it is signed: canonical JSON
  certificate text not null default '',
  signature bytea,
  primary key (enterprise_id, erasure_id)
);
select protect_tenant_table('erasures', 'select, insert, update');
create index erasures_running on erasures (requested_at) where state = 'running';
create index erasures_by_customer on erasures (enterprise_id, customer_id);

create function stalled_erasures() returns table (enterprise_id uuid, erasure_id uuid) language sql stable security definer set search_path = public as
$$ select e.enterprise_id, e.erasure_id from erasures e where e.state = 'running' order by e.requested_at limit 100 $$;

-- Zips of what is held about a person, as they were asked for.
create table person_copies (
  enterprise_id uuid not null references enterprises,
  copy_id uuid not null,
  customer_id uuid not null,
  requested_by uuid not null,
  requested_at timestamptz not null,
  -- null: not made yet, or erased
  file_id uuid,
  finished_at timestamptz,
  primary key (enterprise_id, copy_id)
);
select protect_tenant_table('person_copies');
create index person_copies_by_customer on person_copies (enterprise_id, customer_id);

-- Opt-outs and blocks that outlive the person who asked to be forgotten: the address stands as a keyed hash.
create table suppressed_addresses (
  enterprise_id uuid not null references enterprises,
  suppressed_id uuid not null default gen_random_uuid(),
  hash bytea not null,
  kind text not null check (kind in ('blocked', 'opted_out')),
  -- null: every channel
  channel_id uuid,
  -- Of a consent that was refused: the kind of channel; empty: all kinds
  consent_channel text not null default '',
  created_at timestamptz not null,
  primary key (enterprise_id, suppressed_id)
);
select protect_tenant_table('suppressed_addresses');
create unique index suppressed_addresses_once on suppressed_addresses
  (enterprise_id, hash, kind, consent_channel, coalesce(channel_id, '00000000-0000-0000-0000-000000000000'));

-- Contents of the file store that lost their last file: the bytes go as soon as no upload can be about to use them.
create table doomed_contents (enterprise_id uuid not null, sha256 text not null, primary key (enterprise_id, sha256));
select protect_tenant_table('doomed_contents');
create index files_by_content on files (sha256);
create function is_content_used(wanted text) returns boolean language sql stable security definer set search_path = public as
$$ select exists (select from files f where f.sha256 = wanted) $$;

-- Rows that the program can only add: what they say of a person goes, the rows stay.
create function erase_message_texts(wanted uuid[]) returns integer language plpgsql security definer set search_path = public as $$
declare
  erased integer;
begin
  update message_events e set detail = null
    where e.enterprise_id = current_enterprise_id() and e.message_id = any(wanted) and e.detail is not null;
  get diagnostics erased = row_count;
  update message_handovers h set vendor_message_id = ''
    where h.enterprise_id = current_enterprise_id() and h.message_id = any(wanted) and h.vendor_message_id <> '';
  return erased;
end $$;

-- Looks through raw events by id, so many at a time; those that nobody has read yet are left.
create function erase_raw_events(needles text[], after uuid, at_most integer) returns table (erased integer, last uuid)
language plpgsql security definer set search_path = public as $$
begin
  return query
  with page as materialized (
    select r.event_id, r.received_at from raw_events r
    where r.enterprise_id = current_enterprise_id() and r.event_id > after order by r.event_id limit at_most
  ), gone as (
    update raw_events r set body = '', query = '', headers = '{}'
    from page p where r.enterprise_id = current_enterprise_id() and r.event_id = p.event_id and r.received_at = p.received_at
      and (r.body <> '' or r.query <> '')
      and exists (select from unnest(needles) n where position(convert_to(n, 'UTF8') in r.body) > 0 or position(n in r.query) > 0)
      and not exists (select from raw_event_queue q where q.enterprise_id = r.enterprise_id and q.event_id = r.event_id)
    returning 1
  )
  select (select count(*) from gone)::integer, case when (select count(*) from page) < at_most then null else (select max(p.event_id::text)::uuid from page p) end;
end $$;

-- Forgets what the trail holds of persons: details that are theirs, and those that name one of their addresses. By id, so many at a time.
create function erase_audit_details(customers uuid[], needles text[], after uuid, at_most integer) returns table (erased integer, last uuid)
language plpgsql security definer set search_path = public as $$
begin
  return query
  with page as materialized (
    select d.entry_id from audit_details d
    where d.enterprise_id = current_enterprise_id() and d.entry_id > after order by d.entry_id limit at_most
  ), gone as (
    delete from audit_details d using page p where d.enterprise_id = current_enterprise_id() and d.entry_id = p.entry_id
      and (d.customer_id = any(customers) or exists (select from unnest(needles) n where position(n in d.details) > 0))
    returning d.entry_id
  ), noted as (
    insert into audit_erasures (enterprise_id, entry_id) select current_enterprise_id(), g.entry_id from gone g on conflict do nothing
  )
  select (select count(*) from gone)::integer, case when (select count(*) from page) < at_most then null else (select max(p.entry_id::text)::uuid from page p) end;
end $$;
drop function erase_audit_details(uuid);

revoke execute on function stalled_erasures(), is_content_used(text), erase_message_texts(uuid[]), erase_raw_events(text[], uuid, integer),
  erase_audit_details(uuid[], text[], uuid, integer) from public;
grant execute on function stalled_erasures(), is_content_used(text), erase_message_texts(uuid[]), erase_raw_events(text[], uuid, integer),
  erase_audit_details(uuid[], text[], uuid, integer) to parley_app;
