create or replace function forget_login_attempts(wanted_account bytea, wanted_address text) returns void
language sql volatile security definer set search_path = public as
$$ delete from login_attempts where account = wanted_account and address = wanted_address $$;
