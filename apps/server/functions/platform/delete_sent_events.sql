create or replace function delete_sent_events(sent bigint[]) returns void language sql volatile security definer set search_path = public as
$$ delete from outbox where event_id = any (sent) $$;
