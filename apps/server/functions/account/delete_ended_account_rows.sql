-- What has ended is removed some time after: sessions a day, links a month, remembered devices a year.
create or replace function delete_ended_account_rows(at timestamptz) returns void
language sql volatile security definer set search_path = public as $$
  delete from sessions where expires_at < at - interval '1 day';
  delete from account_links where expires_at < at - interval '30 days';
  delete from known_sign_ins where last_seen_at < at - interval '1 year';
  delete from login_challenges where expires_at < at - interval '1 hour';
  delete from sso_attempts where expires_at < at - interval '1 hour';
  delete from sso_arrivals where expires_at < at - interval '1 hour';
  delete from sso_spent_tokens where expires_at < at
$$;
