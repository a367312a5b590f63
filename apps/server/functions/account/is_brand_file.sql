create or replace function is_brand_file(wanted uuid) returns boolean language sql stable security definer set search_path = public as
$$ select exists (select from brandings where public_file_ids @> array[wanted]) $$;
