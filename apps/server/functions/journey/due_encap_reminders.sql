-- Links whose people may have left: each is looked at by itself, since they may have come back.
create or replace function due_encap_reminders(at timestamptz, most integer)
returns table (enterprise_id uuid, link_id uuid) language sql stable security definer set search_path = public as $$
  select l.enterprise_id, l.link_id from encap_links l where l.remind_at <= at order by l.remind_at limit most
$$;
