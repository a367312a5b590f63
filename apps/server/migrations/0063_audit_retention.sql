-- Old entries of the audit trail go by whole segments. Their row stays with its signature, so the chain goes on over them; `dropped_at` is
-- signed too: rows that are missing without it are a break.
alter table audit_segments add dropped_at timestamptz, add drop_signature bytea;

-- The oldest segment that is still there, once all of its entries are older than asked for; never younger than 400 days (screens 11.3).
create function droppable_audit_segment(kept_days integer) returns table (first_number bigint, last_number bigint)
language sql stable security definer set search_path = public as $$
  select s.first_number, s.last_number from (
    select o.first_number, o.last_number from audit_segments o
    where o.enterprise_id = current_enterprise_id() and o.dropped_at is null order by o.first_number limit 1) s
  where not exists (
    select from audit_chain c where c.enterprise_id = current_enterprise_id() and c.number between s.first_number and s.last_number
      and c.at > now() - make_interval(days => greatest(kept_days, 400)))
$$;

create function drop_audit_segment(wanted bigint, kept_days integer, dropped timestamptz, signed bytea) returns boolean
language plpgsql security definer set search_path = public as $$
declare
  enterprise uuid := current_enterprise_id();
  last bigint;
begin
  select d.last_number into last from droppable_audit_segment(kept_days) d where d.first_number = wanted;
  if not found then return false; end if;
  update audit_segments s set dropped_at = dropped, drop_signature = signed
    where s.enterprise_id = enterprise and s.first_number = wanted and s.dropped_at is null;
  if not found then return false; end if;
  delete from audit_entries e using audit_chain c where c.enterprise_id = enterprise and c.number between wanted and last
    and e.enterprise_id = enterprise and e.entry_id = c.entry_id and e.at = c.at;
  delete from audit_details d using audit_chain c where c.enterprise_id = enterprise and c.number between wanted and last
    and d.enterprise_id = enterprise and d.entry_id = c.entry_id;
  delete from audit_erasures x using audit_chain c where c.enterprise_id = enterprise and c.number between wanted and last
    and x.enterprise_id = enterprise and x.entry_id = c.entry_id;
  delete from audit_chain c where c.enterprise_id = enterprise and c.number between wanted and last;
  return true;
end $$;
revoke execute on function droppable_audit_segment(integer), drop_audit_segment(bigint, integer, timestamptz, bytea) from public;
grant execute on function droppable_audit_segment(integer), drop_audit_segment(bigint, integer, timestamptz, bytea) to parley_app;

-- What was told to people outside of the product, once a day: whoever keeps one proves a later rewriting.
create table audit_checkpoints (
  enterprise_id uuid not null,
  day date not null,
  number bigint not null,
  link bytea not null,
  at timestamptz not null,
  signature bytea not null,
  primary key (enterprise_id, day)
);
select protect_tenant_table('audit_checkpoints', 'select, insert');

-- To whom an enterprise has them sent, and how long it keeps its trail.
create table audit_settings (
  enterprise_id uuid primary key references enterprises,
  checkpoint_emails text[] not null default '{}',
  kept_days integer check (kept_days >= 400),
  version integer not null default 1
);
select protect_tenant_table('audit_settings', 'select, insert, update');

create function trails_to_tend(today date) returns table (enterprise_id uuid) language sql stable security definer set search_path = public as $$
  select s.enterprise_id from audit_settings s
  where s.kept_days is not null or (s.checkpoint_emails <> '{}'
    and not exists (select from audit_checkpoints c where c.enterprise_id = s.enterprise_id and c.day = today))
$$;
revoke execute on function trails_to_tend(date) from public;
grant execute on function trails_to_tend(date) to parley_app;
