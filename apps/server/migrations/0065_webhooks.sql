-- Webhooks: what an enterprise's own systems are told of. The name, address and secret are an integration's (auth type 2); here is whom each
-- one concerns and how it stands.
create table webhooks (
  enterprise_id uuid not null,
  webhook_id uuid not null,
  events text[] not null,
  -- None: all of them
  channel_ids uuid[] not null default '{}',
  department_ids uuid[] not null default '{}',
  state text not null check (state in ('active', 'paused', 'suspended')),
  failures_in_row integer not null default 0,
  -- Sealed, and valid for a day beside the one that replaced it
  former_secret text not null default '',
  former_until timestamptz,
  created_by uuid not null,
  primary key (enterprise_id, webhook_id),
  foreign key (enterprise_id, webhook_id) references integrations (enterprise_id, integration_id) on delete cascade
);
select protect_tenant_table('webhooks');
create function announce_webhooks_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('webhooks_changed', coalesce(old.enterprise_id, new.enterprise_id)::text);
  return null;
end $$;
create trigger webhooks_changed after insert or delete or update of events, channel_ids, department_ids, state on webhooks
  for each row execute function announce_webhooks_changed();

-- The exact bytes that are sent, again too, made in the transaction of the change.
create table webhook_events (
  enterprise_id uuid not null,
  event_id uuid not null,
  type text not null,
  body text not null,
  created_at timestamptz not null default now(),
  primary key (enterprise_id, event_id)
);
select protect_tenant_table('webhook_events');
create index webhook_events_by_age on webhook_events (created_at);

create table webhook_deliveries (
  enterprise_id uuid not null,
  delivery_id uuid not null,
  webhook_id uuid not null,
  event_id uuid not null,
  -- Deliveries of one webhook with the same key go one after the other, in this order
  order_key text not null,
  sequence bigint generated always as identity,
  state text not null default 'WAITING' check (state in ('WAITING', 'DONE', 'DEAD')),
  attempts integer not null default 0,
  due_at timestamptz not null,
  -- By a worker that is at it; a killed one's claim ends by itself
  claimed_until timestamptz,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (enterprise_id, delivery_id),
  foreign key (enterprise_id, webhook_id) references webhooks on delete cascade,
  foreign key (enterprise_id, event_id) references webhook_events on delete cascade
);
select protect_tenant_table('webhook_deliveries');
create index webhook_deliveries_waiting on webhook_deliveries (enterprise_id, webhook_id, order_key, sequence) where state = 'WAITING';
create index webhook_deliveries_log on webhook_deliveries (enterprise_id, webhook_id, sequence desc);
create index webhook_deliveries_of_event on webhook_deliveries (enterprise_id, event_id);

create table webhook_attempts (
  enterprise_id uuid not null,
  delivery_id uuid not null,
  number integer not null,
  at timestamptz not null,
  -- 0: no answer
  status integer not null,
  duration_ms integer not null,
  error text not null default '',
  primary key (enterprise_id, delivery_id, number),
  foreign key (enterprise_id, delivery_id) references webhook_deliveries on delete cascade
);
select protect_tenant_table('webhook_attempts');

-- Claims what is due: of each chat the first open delivery alone, and so many chats of a webhook at once.
create function claim_webhook_deliveries(most integer, at_once integer, held interval) returns table (
  enterprise_id uuid, delivery_id uuid, webhook_id uuid, event_id uuid, type text, body text, attempts integer, created_at timestamptz,
  url text, secret text, former_secret text
) language sql security definer set search_path = public as $$
  with due as (
    select h.* from webhooks w cross join lateral (
      select d.enterprise_id, d.delivery_id from webhook_deliveries d
      where d.enterprise_id = w.enterprise_id and d.webhook_id = w.webhook_id and d.state = 'WAITING' and d.due_at <= clock_timestamp()
        and (d.claimed_until is null or d.claimed_until <= clock_timestamp())
        and not exists (select from webhook_deliveries e where e.enterprise_id = d.enterprise_id and e.webhook_id = d.webhook_id
          and e.order_key = d.order_key and e.state = 'WAITING' and e.sequence < d.sequence)
      order by d.sequence
      limit greatest(0, at_once - (select count(*) from webhook_deliveries c where c.enterprise_id = w.enterprise_id
        and c.webhook_id = w.webhook_id and c.state = 'WAITING' and c.claimed_until > clock_timestamp()))
      for update of d skip locked) h
    where w.state = 'active' limit most
  ), claimed as (
    update webhook_deliveries d set claimed_until = clock_timestamp() + held from due
    where d.enterprise_id = due.enterprise_id and d.delivery_id = due.delivery_id
    returning d.*
  )
  select c.enterprise_id, c.delivery_id, c.webhook_id, c.event_id, e.type, e.body, c.attempts, c.created_at,
    i.settings->>'url', i.secret, case when w.former_until > clock_timestamp() then w.former_secret else '' end
  from claimed c
    join webhooks w on w.enterprise_id = c.enterprise_id and w.webhook_id = c.webhook_id
    join integrations i on i.enterprise_id = c.enterprise_id and i.integration_id = c.webhook_id
    join webhook_events e on e.enterprise_id = c.enterprise_id and e.event_id = c.event_id
  order by c.sequence
$$;

-- What nobody looks at any more: events after 30 days, and after 3 days what a suspended webhook has not taken.
create function tend_webhooks() returns integer language plpgsql security definer set search_path = public as $$
declare
  removed integer;
begin
  update webhook_deliveries d set state = 'DEAD', finished_at = now() from webhooks w
    where d.state = 'WAITING' and d.created_at < now() - interval '3 days' and d.due_at < now() and w.enterprise_id = d.enterprise_id
      and w.webhook_id = d.webhook_id and w.state <> 'active';
  delete from webhook_events e where (e.enterprise_id, e.event_id) in (
    select o.enterprise_id, o.event_id from webhook_events o where o.created_at < now() - interval '30 days' order by o.created_at limit 5000);
  get diagnostics removed = row_count;
  return removed;
end $$;
revoke execute on function claim_webhook_deliveries(integer, integer, interval), tend_webhooks() from public;
grant execute on function claim_webhook_deliveries(integer, integer, interval), tend_webhooks() to parley_app;
