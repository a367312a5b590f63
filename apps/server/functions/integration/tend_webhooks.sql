-- What nobody looks at any more goes after 30 days, and nothing before: what a paused or suspended webhook has not taken waits as long.
create or replace function tend_webhooks() returns integer language plpgsql security definer set search_path = public as $$
declare
  removed integer;
begin
  delete from relay_replies r where (r.enterprise_id, r.relay_id, r.reply_key) in (
    select o.enterprise_id, o.relay_id, o.reply_key from relay_replies o
    where o.created_at < now() - interval '30 days' order by o.created_at limit 5000);
  delete from webhook_events e where (e.enterprise_id, e.event_id) in (
    select o.enterprise_id, o.event_id from webhook_events o where o.created_at < now() - interval '30 days' order by o.created_at limit 5000);
  get diagnostics removed = row_count;
  return removed;
end $$;
