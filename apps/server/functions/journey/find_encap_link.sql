-- Whose page an address is: asked before the enterprise is known. A link, or the address of a launch that everybody may open.
create or replace function find_encap_link(wanted text) returns table (enterprise_id uuid, launch_id uuid, link_id uuid)
language sql stable security definer set search_path = public as $$
  select l.enterprise_id, l.launch_id, l.link_id from encap_links l where l.code = wanted
  union all
  select a.enterprise_id, a.launch_id, null::uuid from encap_launches a where a.open_code = wanted
$$;
