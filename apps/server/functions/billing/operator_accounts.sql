-- For the operator's list alone, who is no user of any enterprise.
create or replace function operator_accounts(skipped integer, most integer) returns table (enterprise_id uuid, name text)
language sql stable security definer set search_path = public as $$
  select a.enterprise_id, e.name from billing_accounts a join enterprises e using (enterprise_id) order by e.name, a.enterprise_id offset skipped limit most
$$;
