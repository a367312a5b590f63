-- Failed sign-ins of an account from places that its user never signed in from count together, whichever address they come from: the row
-- with the address '*'. Its last attempts alone are kept, so an account under attack has a bounded row.
create function count_sign_in(wanted_account bytea, at timestamptz, within interval, most integer) returns integer
language plpgsql volatile security definer set search_path = public as $$
declare
  recent timestamptz[];
begin
  insert into login_attempts (account, address, updated_at) values (wanted_account, '*', at) on conflict do nothing;
  select array(select a from unnest(attempted_at) a where a > at - within) || at into recent
    from login_attempts where account = wanted_account and address = '*' for update;
  recent := recent[greatest(1, cardinality(recent) - most + 1):];
  update login_attempts set attempted_at = recent, updated_at = at where account = wanted_account and address = '*';
  return cardinality(recent);
end $$;

-- Whether the user of an e-mail has signed in from a place; an unknown e-mail costs the same look.
create function is_known_sign_in(wanted_email text, wanted_fingerprint bytea) returns boolean
language sql stable security definer set search_path = public as $$
  select exists (
    select from users u join known_sign_ins k on k.enterprise_id = u.enterprise_id and k.user_id = u.user_id
    where u.email = lower(wanted_email) and k.fingerprint = wanted_fingerprint)
$$;

-- A captcha is answered by its picture's text or by a proof of work: both are hashes of answer_hashes.
comment on column captchas.answer_hashes is 'SHA-256 of each answer that is accepted: the text of the picture, and the mark of a proof of work';
