create or replace function list_enterprise_ids() returns setof uuid language sql stable security definer set search_path = public as
$$ select enterprise_id from enterprises $$;
