-- Launches whose moment has come.
create or replace function due_encap_launches(at timestamptz, most integer)
returns table (enterprise_id uuid, launch_id uuid) language sql stable security definer set search_path = public as $$
  select a.enterprise_id, a.launch_id from encap_launches a where a.state = 1 and a.scheduled_on <= at order by a.scheduled_on limit most
$$;
