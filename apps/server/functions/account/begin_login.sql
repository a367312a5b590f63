-- Counts an attempt before its password is checked, so that guesses made at the same moment cannot pass the limit together.
-- Answers until when the account is locked for this address; null: go on.
create or replace function begin_login(wanted_account bytea, wanted_address text, at timestamptz, within interval, at_most integer) returns timestamptz
language plpgsql volatile security definer set search_path = public as $$
declare
  attempt login_attempts;
  recent timestamptz[];
begin
  delete from login_attempts where updated_at < at - interval '1 day';
  insert into login_attempts (account, address, updated_at) values (wanted_account, wanted_address, at) on conflict do nothing;
  select * into attempt from login_attempts where account = wanted_account and address = wanted_address for update;
  if attempt.locked_until > at then
    return attempt.locked_until;
  end if;
  recent := array(select a from unnest(attempt.attempted_at) a where a > at - within) || at;
  update login_attempts
    set attempted_at = recent, updated_at = at, locked_until = case when cardinality(recent) >= at_most then at + within end
    where account = wanted_account and address = wanted_address;
  return null;
end $$;
