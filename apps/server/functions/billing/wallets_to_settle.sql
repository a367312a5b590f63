-- Wallets for which the poster has something to book, by what is folded: the rest follows with its next round.
create or replace function wallets_to_settle() returns table (enterprise_id uuid)
language sql stable security definer set search_path = public as $$
  select a.enterprise_id from billing_accounts a
  cross join lateral (select coalesce(sum(g.unused), 0) as unused, bool_or(g.payer_kind = 'run' or g.unused < 0) as is_held from wallet_grants g
    where g.enterprise_id = a.enterprise_id) g
  cross join lateral (select coalesce(sum(t.cost) filter (where t.class = 'open'), 0) as open, coalesce(sum(t.cost) filter (where t.class = 'spent'), 0) as spent
    from cost_totals t where t.enterprise_id = a.enterprise_id) t
  where g.is_held or t.spent <> a.spent or g.unused + t.open <> a.granted
    or exists (select from message_refunds r where r.enterprise_id = a.enterprise_id)
$$;
