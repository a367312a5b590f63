-- Where deleted records wait for 30 days. Most of them are still rows of their own tables, hidden; small ones lie packed in here.
create table bin_entries (
  enterprise_id uuid not null references enterprises,
  entry_id uuid not null,
  kind text not null,
  record_id text not null,
  -- '' once it is purged: what is left of a record says nothing of a person
  name text not null,
  -- How much of what came along with it
  contains jsonb not null default '{}',
  -- [{kind, id}]: what it cannot be without
  parents jsonb not null default '[]',
  -- Of what its owner alone may see
  owner_id uuid,
  deleted_by uuid,
  deleted_at timestamptz not null,
  reason text not null default '',
  purge_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'restored', 'purged')),
  packed jsonb,
  primary key (enterprise_id, entry_id)
);
select protect_tenant_table('bin_entries');
create unique index bin_entries_waiting on bin_entries (enterprise_id, kind, record_id) where state = 'waiting';
create index bin_entries_by_time on bin_entries (enterprise_id, deleted_at desc, entry_id desc) where state = 'waiting';
create index bin_entries_by_parent on bin_entries using gin (parents jsonb_path_ops) where state = 'waiting';
create index bin_entries_due on bin_entries (purge_at) where state = 'waiting';
create index bin_entries_over on bin_entries (purge_at) where state <> 'waiting';

create function enterprises_with_due_bin() returns table (enterprise_id uuid) language sql stable security definer set search_path = public as
$$ select distinct e.enterprise_id from bin_entries e where e.state = 'waiting' and e.purge_at <= now()
   union select distinct e.enterprise_id from bin_entries e where e.state <> 'waiting' and e.purge_at <= now() - interval '30 days' $$;
revoke execute on function enterprises_with_due_bin() from public;
grant execute on function enterprises_with_due_bin() to parley_app;

-- Deleted channels and bots are hidden from every query of the program, so that none can forget a condition. A transaction that works on the
-- bin says so.
create function show_live_rows_only(target regclass) returns void language plpgsql as $$
begin
  execute format(
    'create policy live on %s as restrictive to parley_app using (deleted_at is null or (select current_setting(''app.sees_deleted'', true)) = ''on'')',
    target);
end $$;
alter table channels add deleted_at timestamptz;
select show_live_rows_only('channels');
alter table bots add deleted_at timestamptz;
select show_live_rows_only('bots');
drop index bots_by_name;
create unique index bots_by_name on bots (enterprise_id, lower(name)) where deleted_at is null;

create or replace function outdated_bots(engine_version integer) returns table (enterprise_id uuid, bot_id uuid)
language sql stable security definer set search_path = public as
$$ select b.enterprise_id, b.bot_id from bots b
     join bot_versions v on v.enterprise_id = b.enterprise_id and v.version_id = b.serving_version_id and v.fingerprint = b.fingerprint
     join bot_version_parts p on p.enterprise_id = b.enterprise_id and p.version_id = b.serving_version_id and p.part = 'intentModel'
   where b.deleted_at is null and length(p.bytes) >= 8 and get_byte(p.bytes, 4) + 256 * get_byte(p.bytes, 5) <> engine_version $$;

-- Customers who became another one are in no bin; their data goes at the same time.
drop function empty_customer_bin();
create function empty_merged_customers() returns integer language sql security definer set search_path = public as $$
  with emptied as (
    update customers set name = 'Deleted customer', number = '', email = '', profile = '{}', data = '{}', search_text = '',
      bin = bin || '{"isEmptied": true}'
    where deleted_at < now() - interval '30 days' and bin ? 'mergedInto' and not coalesce((bin ->> 'isEmptied')::boolean, false)
    returning enterprise_id, customer_id
  ), changes as (
    delete from customer_changes h using emptied e where h.enterprise_id = e.enterprise_id and h.customer_id = e.customer_id
  ), consents as (
    delete from customer_consents k using emptied e where k.enterprise_id = e.enterprise_id and k.customer_id = e.customer_id
  )
  select count(*)::integer from emptied
$$;
revoke execute on function empty_merged_customers() from public;
grant execute on function empty_merged_customers() to parley_app;

-- What was deleted before there was a bin
insert into bin_entries (enterprise_id, entry_id, kind, record_id, name, deleted_by, deleted_at, purge_at)
  select enterprise_id, gen_random_uuid(), 'customer', customer_id, name, deleted_by, deleted_at, deleted_at + interval '30 days'
  from customers where deleted_at is not null and not coalesce(bin ? 'mergedInto' or (bin ->> 'isEmptied')::boolean, false);
insert into bin_entries (enterprise_id, entry_id, kind, record_id, name, deleted_by, deleted_at, purge_at)
  select enterprise_id, gen_random_uuid(), 'attribute', attribute_id, field_label, updated_by, deleted_at, deleted_at + interval '30 days'
  from attributes where deleted_at is not null;
