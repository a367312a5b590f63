-- A vendor that calls back names the channel alone.
create or replace function find_channel_of_hook(wanted uuid) returns table (enterprise_id uuid)
language sql stable security definer set search_path = public as
$$ select c.enterprise_id from channels c where c.channel_id = wanted and c.type <> 12 $$;
