create or replace function find_channel_by_widget_key(wanted text) returns table (enterprise_id uuid, channel_id uuid, name text, is_active boolean, data jsonb)
language sql stable security definer set search_path = public as $$
  select c.enterprise_id, c.channel_id, c.name, c.state = 'ACTIVE', c.data from channels c where c.widget_key = wanted and c.type = 12
$$;
