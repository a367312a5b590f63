create or replace function is_host_taken(wanted text, asking uuid) returns boolean language sql stable security definer set search_path = public as
$$ select exists (select from brandings where enterprise_id <> asking and wanted in (host, published_host)) $$;
