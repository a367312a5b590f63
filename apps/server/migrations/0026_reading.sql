-- Who is behind a session, for links that a browser follows: by its id, as find_session tells it of a token. What a download token may read
-- is what its session's user may read when the link is followed, not when it was made.
create function find_session_by_id(wanted_enterprise uuid, wanted uuid) returns table (
  enterprise_id uuid, session_id uuid, user_id uuid, kind text, last_seen_at timestamptz, expires_at timestamptz,
  name text, email text, role_codes integer[], own_permissions text[], own_scopes text[], own_masks text[]
) language sql stable security definer set search_path = public as $$
  select f.* from sessions s, find_session(s.token_hash) f where s.enterprise_id = wanted_enterprise and s.session_id = wanted
$$;

-- A file is read by who uploaded it.
drop function find_file(uuid);
create function find_file(wanted uuid) returns table (
  enterprise_id uuid, sha256 text, name text, type text, kind text, size_bytes bigint, created_by uuid
) language sql stable security definer set search_path = public as $$
  select f.enterprise_id, f.sha256, f.name, f.type, f.kind, f.size_bytes, f.created_by from files f where f.file_id = wanted
$$;
