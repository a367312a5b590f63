create or replace function enterprises_with_wallets() returns table (enterprise_id uuid)
language sql stable security definer set search_path = public as $$ select enterprise_id from billing_accounts $$;
