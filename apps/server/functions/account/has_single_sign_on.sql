create or replace function has_single_sign_on() returns boolean language sql stable security definer set search_path = public as $$
  select exists (select from sso_connections where state = 'on')
$$;
