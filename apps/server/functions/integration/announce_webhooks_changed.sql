create or replace function announce_webhooks_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('webhooks_changed', coalesce(old.enterprise_id, new.enterprise_id)::text);
  return null;
end $$;
