-- The widget of the demo page: the oldest WEB channel. The page exists outside production alone, where there is one enterprise at first.
create function find_demo_widget_key() returns text language sql stable security definer set search_path = public as
$$ select widget_key from channels where type = 12 and is_active order by created_at limit 1 $$;
