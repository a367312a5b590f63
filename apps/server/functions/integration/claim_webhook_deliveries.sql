-- Claims what is due: of each chat the first open delivery alone, and so many chats of a webhook at once. Of a suspended webhook it is one
-- delivery when it is time to try again, due or not; the next time another one, since an address may refuse a single one for ever.
-- Nobody has a webhook at most places: the statement, which takes milliseconds to plan, is not planned there.
-- How much waits changes faster than statistics do: the plan is by the indexes of what waits, whatever they say. What stands before a delivery
-- is looked up for each by its chat: as a join, all that waits is read for each. `sequence > 0` names the index in order, which the look-up then
-- cannot take for its own.
create or replace function claim_webhook_deliveries(most integer, at_once integer, held interval) returns table (
  enterprise_id uuid, delivery_id uuid, webhook_id uuid, event_id uuid, type text, body text, attempts integer, created_at timestamptz,
  url text, secret text, former_secret text
) language plpgsql security definer set search_path = public
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_sort = off as $$
#variable_conflict use_column
begin
  if not exists (select from webhooks where state in ('active', 'suspended')) then return; end if;
  return query
  with due as (
    select h.* from webhooks w cross join lateral (
      select d.enterprise_id, d.delivery_id from webhook_deliveries d
      where d.enterprise_id = w.enterprise_id and d.webhook_id = w.webhook_id and d.state = 'WAITING' and d.sequence > 0 and d.due_at <= clock_timestamp()
        and (d.claimed_until is null or d.claimed_until <= clock_timestamp())
        and (select true from webhook_deliveries e where e.enterprise_id = d.enterprise_id and e.webhook_id = d.webhook_id
          and e.order_key = d.order_key and e.state = 'WAITING' and e.sequence < d.sequence limit 1) is null
      order by d.sequence
      limit greatest(0, at_once - (select count(*) from webhook_deliveries c where c.enterprise_id = w.enterprise_id
        and c.webhook_id = w.webhook_id and c.state = 'WAITING' and c.claimed_until > clock_timestamp()))
      for update of d skip locked) h
    where w.state = 'active' limit most
  ), probes as (
    select h.* from webhooks w cross join lateral (
      select d.enterprise_id, d.delivery_id from webhook_deliveries d
      where d.enterprise_id = w.enterprise_id and d.webhook_id = w.webhook_id and d.state = 'WAITING' and d.sequence > 0
        and (select true from webhook_deliveries e where e.enterprise_id = d.enterprise_id and e.webhook_id = d.webhook_id
          and e.order_key = d.order_key and e.state = 'WAITING' and e.sequence < d.sequence limit 1) is null
        and not exists (select from webhook_deliveries c where c.enterprise_id = w.enterprise_id
          and c.webhook_id = w.webhook_id and c.state = 'WAITING' and c.claimed_until > clock_timestamp())
      order by d.due_at, d.sequence
      limit 1
      for update of d skip locked) h
    where w.state = 'suspended' and w.probe_at <= clock_timestamp() limit most
  ), claimed as (
    update webhook_deliveries d set claimed_until = clock_timestamp() + held from (table due union all table probes) as taken
    where d.enterprise_id = taken.enterprise_id and d.delivery_id = taken.delivery_id
    returning d.*
  )
  select c.enterprise_id, c.delivery_id, c.webhook_id, c.event_id, e.type, e.body, c.attempts, c.created_at,
    i.settings->>'url', i.secret, case when w.former_until > clock_timestamp() then w.former_secret else '' end
  from claimed c
    join webhooks w on w.enterprise_id = c.enterprise_id and w.webhook_id = c.webhook_id
    join integrations i on i.enterprise_id = c.enterprise_id and i.integration_id = c.webhook_id
    join webhook_events e on e.enterprise_id = c.enterprise_id and e.event_id = c.event_id
  order by c.sequence;
end $$;
