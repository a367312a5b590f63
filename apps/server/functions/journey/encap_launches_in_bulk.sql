-- Launches whose links follow the messages of an iteration, as long as a receipt may still change one.
create or replace function encap_launches_in_bulk(since timestamptz)
returns table (enterprise_id uuid, launch_id uuid) language sql stable security definer set search_path = public as $$
  select a.enterprise_id, a.launch_id from encap_launches a where a.mode = 'BULK' and a.state in (2, 3, 4) and a.created_at > since
$$;
