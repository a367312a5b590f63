create or replace function delete_old_notifications(older_than timestamptz) returns void language sql volatile security definer set search_path = public as
$$ delete from notifications where created_at < older_than $$;
