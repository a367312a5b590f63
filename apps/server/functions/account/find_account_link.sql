create or replace function find_account_link(wanted bytea) returns table (
  enterprise_id uuid, link_id uuid, user_id uuid, kind text, expires_at timestamptz, used_at timestamptz
) language sql stable security definer set search_path = public as $$
  select l.enterprise_id, l.link_id, l.user_id, l.kind, l.expires_at, l.used_at from account_links l where l.token_hash = wanted
$$;
