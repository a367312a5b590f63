create or replace function is_content_used(wanted text) returns boolean language sql stable security definer set search_path = public as
$$ select exists (select from files f where f.sha256 = wanted or f.playable_sha256 = wanted) $$;
