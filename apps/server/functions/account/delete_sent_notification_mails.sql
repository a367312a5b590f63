-- A mail that was sent is of use until the next one of its cause may go.
create or replace function delete_sent_notification_mails(older_than timestamptz) returns void
language sql volatile security definer set search_path = public as $$ delete from notification_mails where sent_at < older_than $$;
