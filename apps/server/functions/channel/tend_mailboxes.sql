-- Mails that were taken are known for 90 days: longer than a mailbox whose numbers have changed is read anew.
create or replace function tend_mailboxes() returns void language sql security definer set search_path = public as $$
  delete from mailbox_mails where taken_at < now() - interval '90 days';
$$;
revoke execute on function tend_mailboxes() from public;
grant execute on function tend_mailboxes() to parley_app;
