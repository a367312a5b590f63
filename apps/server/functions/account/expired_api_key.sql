-- When a key that nobody stopped was over, for whoever still calls with it: a program whose key has run out is told so instead of 'sign in'.
create or replace function expired_api_key(wanted bytea) returns timestamptz
language sql stable security definer set search_path = public as $$
  select expires_at from api_keys where hash = wanted and stopped_at is null and expires_at <= now();
$$;
