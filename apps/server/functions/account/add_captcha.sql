create or replace function add_captcha(id uuid, wanted_place text, hashes bytea[], at timestamptz, until timestamptz) returns void
language sql volatile security definer set search_path = public as $$
  delete from captchas where expires_at < at;
  insert into captchas (captcha_id, place, answer_hashes, expires_at) values (id, wanted_place, hashes, until)
$$;
