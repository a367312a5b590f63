create or replace function find_login(wanted text) returns table (
  enterprise_id uuid, user_id uuid, name text, email text, password_hash text, state smallint, activated_at timestamptz
) language sql stable security definer set search_path = public as $$
  select u.enterprise_id, u.user_id, u.name, u.email, u.password_hash, u.state, u.activated_at from users u where u.email = lower(wanted)
$$;
