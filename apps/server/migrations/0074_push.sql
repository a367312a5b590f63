-- Browsers that take pushes. What was registered so far could never be reached: it named no key and no session.
delete from push_devices;
-- The hash is that of the address alone: a browser that subscribes anew at the same address keeps its row. `token` is sealed: whoever has
-- the address and the keys of a browser knows where its owner can be written to. A device ends with the session that has registered it.
alter table push_devices add column session_id uuid not null,
  add foreign key (enterprise_id, session_id) references sessions (enterprise_id, session_id) on delete cascade;
create index push_devices_by_session on push_devices (enterprise_id, session_id);

-- Pushes under way: one for each browser, kind and cause, which counts what comes while it waits.
create table push_messages (
  enterprise_id uuid not null,
  push_id uuid not null,
  token_hash bytea not null,
  kind text not null,
  cause text not null default '',
  path text not null default '',
  count integer not null default 1,
  attempts smallint not null default 0,
  due_at timestamptz not null,
  claimed_until timestamptz,
  expires_at timestamptz not null,
  primary key (enterprise_id, push_id),
  foreign key (enterprise_id, token_hash) references push_devices on delete cascade
);
select protect_tenant_table('push_messages');
create unique index push_messages_waiting on push_messages (enterprise_id, token_hash, kind, cause);
create index push_messages_due on push_messages (due_at);

-- Claims what is due, of browsers whose session is still open; what is too late, or whose session is over, goes.
create function claim_push_messages(at timestamptz, most integer, held interval) returns table (
  enterprise_id uuid, push_id uuid, token_hash bytea, token text, kind text, cause text, path text, count integer, attempts smallint,
  expires_at timestamptz
) language plpgsql security definer set search_path = public as $$
#variable_conflict use_column
begin
  delete from push_messages m where m.due_at <= at and (m.expires_at <= at or not exists (
    select from push_devices d, find_session_by_id(d.enterprise_id, d.session_id) f
    where d.enterprise_id = m.enterprise_id and d.token_hash = m.token_hash));
  return query
    with due as (
      select m.enterprise_id, m.push_id from push_messages m
      where m.due_at <= at and (m.claimed_until is null or m.claimed_until <= at)
      order by m.due_at limit most for update skip locked
    ), claimed as (
      update push_messages m set claimed_until = at + held from due
      where m.enterprise_id = due.enterprise_id and m.push_id = due.push_id returning m.*
    )
    select c.enterprise_id, c.push_id, c.token_hash, d.token, c.kind, c.cause, c.path, c.count, c.attempts, c.expires_at
    from claimed c join push_devices d on d.enterprise_id = c.enterprise_id and d.token_hash = c.token_hash;
end $$;
-- An installation that pushes no more keeps no addresses of browsers, and nothing waits for them.
create function forget_push_devices() returns void language sql volatile security definer set search_path = public as
$$ delete from push_devices $$;
revoke execute on function claim_push_messages(timestamptz, integer, interval), forget_push_devices() from public;
grant execute on function claim_push_messages(timestamptz, integer, interval), forget_push_devices() to parley_app;
