-- Each enterprise has its account from the start, however it is made.
create or replace function open_billing_account() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into billing_accounts (enterprise_id) values (new.enterprise_id);
  insert into wallet_grants (enterprise_id, payer_kind, payer_id) select new.enterprise_id, 'lane', lane_id(n) from generate_series(1, 16) n;
  return null;
end $$;
