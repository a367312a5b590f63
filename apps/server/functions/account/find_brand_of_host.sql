-- Asked by browsers before anybody has signed in.
create or replace function find_brand_of_host(wanted text) returns jsonb language sql stable security definer set search_path = public as
$$ select published from brandings where published_host = lower(wanted) and published is not null and wanted <> '' $$;
