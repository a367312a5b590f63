-- For links that prove themselves by a signature and carry no enterprise.
create or replace function find_file(wanted uuid) returns table (
  enterprise_id uuid, sha256 text, name text, type text, kind text, size_bytes bigint, created_by uuid
) language sql stable security definer set search_path = public as $$
  select f.enterprise_id, f.sha256, f.name, f.type, f.kind, f.size_bytes, f.created_by from files f where f.file_id = wanted
$$;
