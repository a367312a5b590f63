-- It asked for the column that has become the channel's state.
create or replace function find_demo_widget_key() returns text language sql stable security definer set search_path = public as
$$ select widget_key from channels where type = 12 and state = 'ACTIVE' order by created_at limit 1 $$;
