create or replace function is_sso_domain_taken(wanted text, by_other_than uuid) returns boolean
language sql stable security definer set search_path = public as $$
  select exists (select from sso_domains d where d.domain = lower(wanted) and d.verified_at is not null and d.enterprise_id <> by_other_than)
$$;
