create or replace function find_login_challenge(wanted bytea) returns table (enterprise_id uuid, challenge_id uuid, user_id uuid)
language sql stable security definer set search_path = public as $$
  select c.enterprise_id, c.challenge_id, c.user_id from login_challenges c where c.token_hash = wanted
$$;
