-- Whose access it is: asked before the enterprise is known.
create or replace function find_designer_access(hash bytea, at timestamptz)
returns table (enterprise_id uuid, user_id uuid, session_id uuid, journey_id uuid)
language sql stable security definer set search_path = public as $$
  select a.enterprise_id, a.user_id, a.session_id, a.journey_id from designer_accesses a where a.access_hash = hash and a.expires_at > at
$$;
