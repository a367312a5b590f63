-- Whether the user of an e-mail has signed in from a place; an unknown e-mail costs the same look.
create or replace function is_known_sign_in(wanted_email text, wanted_fingerprint bytea) returns boolean
language sql stable security definer set search_path = public as $$
  select exists (
    select from users u join known_sign_ins k on k.enterprise_id = u.enterprise_id and k.user_id = u.user_id
    where u.email = lower(wanted_email) and k.fingerprint = wanted_fingerprint)
$$;
