-- Who is behind a session, for links that a browser follows: by its id, as find_session tells it of a token. What a download token may read
-- is what its session's user may read when the link is followed, not when it was made.
create or replace function find_session_by_id(wanted_enterprise uuid, wanted uuid) returns table (
  enterprise_id uuid, session_id uuid, user_id uuid, kind text, last_seen_at timestamptz, expires_at timestamptz, proved_at timestamptz,
  connection_id uuid, name text, email text, role_codes integer[], own_permissions text[], own_scopes text[], own_masks text[],
  department_ids uuid[], networks text[], must_enrol boolean
) language sql stable security definer set search_path = public as $$
  select f.* from sessions s, find_session(s.token_hash) f where s.enterprise_id = wanted_enterprise and s.session_id = wanted
$$;
