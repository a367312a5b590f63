-- The list of exports goes back 30 days; by then their files are gone.
create or replace function delete_old_exports(at timestamptz) returns void
language sql volatile security definer set search_path = public as
$$ delete from exports where created_at < at - interval '30 days' and file_id is null $$;
