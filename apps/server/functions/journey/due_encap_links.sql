-- Links whose time is over.
create or replace function due_encap_links(at timestamptz, most integer)
returns table (enterprise_id uuid, link_id uuid) language sql stable security definer set search_path = public as $$
  select l.enterprise_id, l.link_id from encap_links l
  where l.state in ('MADE', 'OPENED', 'BEGUN') and l.expires_at <= at order by l.expires_at limit most
$$;
