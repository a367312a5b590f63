-- An answer, right or wrong, uses the captcha up.
create or replace function take_captcha(id uuid, wanted_place text, hash bytea, at timestamptz) returns boolean
language sql volatile security definer set search_path = public as $$
  with taken as (delete from captchas where captcha_id = id returning *)
  select coalesce((select place = wanted_place and expires_at > at and hash = any (answer_hashes) from taken), false)
$$;
