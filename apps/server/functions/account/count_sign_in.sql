-- Failed sign-ins of an account from places that its user never signed in from count together, whichever address they come from: the row
-- with the address '*'. Its last attempts alone are kept, so an account under attack has a bounded row.
create or replace function count_sign_in(wanted_account bytea, at timestamptz, within interval, most integer) returns integer
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
