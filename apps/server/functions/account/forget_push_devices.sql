-- An installation that pushes no more keeps no addresses of browsers, and nothing waits for them.
create or replace function forget_push_devices() returns void language sql volatile security definer set search_path = public as
$$ delete from push_devices $$;
