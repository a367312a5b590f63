-- Short addresses that lead nowhere any more are kept for 30 days, so that their counts can still be read.
create or replace function forget_url_links(at timestamptz) returns void language sql security definer set search_path = public as $$
  delete from url_links where expires_at < at - interval '30 days'
$$;
revoke execute on function forget_url_links(timestamptz) from public;
grant execute on function forget_url_links(timestamptz) to parley_app;
