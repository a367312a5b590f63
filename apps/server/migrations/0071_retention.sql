-- How long an enterprise keeps chats, media and logs; null: for ever. A shorter time waits a day, in which it can be given up.
create table privacy_settings (
  enterprise_id uuid primary key references enterprises,
  chats_days integer check (chats_days >= 30),
  media_days integer check (media_days >= 30),
  logs_days integer check (logs_days >= 30),
  version integer not null default 0
);
select protect_tenant_table('privacy_settings', 'select, insert, update');

create table retention_changes (
  enterprise_id uuid not null references enterprises,
  change_id uuid not null,
  retention jsonb not null,
  requested_by uuid not null,
  requested_by_name text not null,
  requested_at timestamptz not null,
  effective_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'applied', 'cancelled')),
  primary key (enterprise_id, change_id)
);
select protect_tenant_table('retention_changes', 'select, insert, update');
create unique index retention_changes_waiting on retention_changes (enterprise_id) where state = 'waiting';

-- How far the erasing of a kind came, by the id that its rows are in the order of
create table retention_marks (
  enterprise_id uuid not null references enterprises,
  kind text not null,
  last_id uuid not null,
  primary key (enterprise_id, kind)
);
select protect_tenant_table('retention_marks');

-- When a chat lost its texts and its media to retention; those that have not are found by when they ended.
alter table chats add column texts_erased_at timestamptz, add column media_erased_at timestamptz;
create index chats_with_texts on chats (enterprise_id, closed_at) where closed_at is not null and texts_erased_at is null;
create index chats_with_media on chats (enterprise_id, closed_at) where closed_at is not null and media_erased_at is null;

create function enterprises_with_retention() returns table (enterprise_id uuid) language sql stable security definer set search_path = public as
$$ select s.enterprise_id from privacy_settings s where s.chats_days is not null or s.media_days is not null or s.logs_days is not null
   union select c.enterprise_id from retention_changes c where c.state = 'waiting'
   -- Copies that are a week old, and bytes of files that have gone
   union select p.enterprise_id from person_copies p where p.requested_at < now() - interval '7 days'
   union select d.enterprise_id from doomed_contents d $$;

-- Raw events between two ids; those that nobody has read yet stay, and are looked at no more.
create function delete_raw_events(after uuid, before uuid, at_most integer) returns table (erased integer, last uuid)
language plpgsql security definer set search_path = public as $$
begin
  return query
  with page as materialized (
    select r.event_id, r.received_at from raw_events r
    where r.enterprise_id = current_enterprise_id() and r.event_id > after and r.event_id < before order by r.event_id limit at_most
  ), gone as (
    delete from raw_events r using page p where r.enterprise_id = current_enterprise_id() and r.event_id = p.event_id and r.received_at = p.received_at
      and not exists (select from raw_event_queue q where q.enterprise_id = r.enterprise_id and q.event_id = r.event_id)
    returning 1
  )
  select (select count(*) from gone)::integer, (select max(p.event_id::text)::uuid from page p);
end $$;
revoke execute on function enterprises_with_retention(), delete_raw_events(uuid, uuid, integer) from public;
grant execute on function enterprises_with_retention(), delete_raw_events(uuid, uuid, integer) to parley_app;
