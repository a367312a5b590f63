-- A relay bridge: what customers say goes to an own system, by the engine of webhooks, and its replies come in. It is a webhook of another
-- kind, whose integration has a type that the specification does not list (0).
alter table webhooks add column kind text not null default 'webhook' check (kind in ('webhook', 'relay'));

-- Each reply once, by the id that its sender gave it, and what became of it.
create table relay_replies (
  enterprise_id uuid not null,
  relay_id uuid not null,
  reply_key text not null,
  message_id uuid,
  -- Why the gate let it not pass; '': it did
  reason text not null default '',
  created_at timestamptz not null default now(),
  primary key (enterprise_id, relay_id, reply_key),
  foreign key (enterprise_id, relay_id) references webhooks on delete cascade
);
select protect_tenant_table('relay_replies');
create index relay_replies_by_age on relay_replies (created_at);

-- Whose a bridge is, for a reply that comes in without a session.
create function find_relay(wanted uuid) returns table (enterprise_id uuid) language sql stable security definer set search_path = public as $$
  select w.enterprise_id from webhooks w where w.webhook_id = wanted and w.kind = 'relay' and w.state <> 'paused'
$$;

create or replace function tend_webhooks() returns integer language plpgsql security definer set search_path = public as $$
declare
  removed integer;
begin
  update webhook_deliveries d set state = 'DEAD', finished_at = now() from webhooks w
    where d.state = 'WAITING' and d.created_at < now() - interval '3 days' and d.due_at < now() and w.enterprise_id = d.enterprise_id
      and w.webhook_id = d.webhook_id and w.state <> 'active';
  delete from relay_replies r where (r.enterprise_id, r.relay_id, r.reply_key) in (
    select o.enterprise_id, o.relay_id, o.reply_key from relay_replies o
    where o.created_at < now() - interval '30 days' order by o.created_at limit 5000);
  delete from webhook_events e where (e.enterprise_id, e.event_id) in (
    select o.enterprise_id, o.event_id from webhook_events o where o.created_at < now() - interval '30 days' order by o.created_at limit 5000);
  get diagnostics removed = row_count;
  return removed;
end $$;
revoke execute on function find_relay(uuid) from public;
grant execute on function find_relay(uuid) to parley_app;
