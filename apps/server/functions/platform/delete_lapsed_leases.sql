-- Leases of workers that were killed and whose work nobody has taken since.
create or replace function delete_lapsed_leases() returns void language sql security definer set search_path = public as
$$ delete from leases where held_until < now() - interval '1 day' $$;
