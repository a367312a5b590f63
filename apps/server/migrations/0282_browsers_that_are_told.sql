-- Processes remember which users have a browser that takes pushes, so that a customer's message asks nothing where nobody has one.
create function announce_devices_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('devices_changed', coalesce(old.enterprise_id, new.enterprise_id)::text);
  return null;
end $$;
create trigger devices_changed after insert or update of user_id or delete on push_devices
  for each row execute function announce_devices_changed();
