create or replace function announce_devices_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('devices_changed', coalesce(old.enterprise_id, new.enterprise_id)::text);
  return null;
end $$;
