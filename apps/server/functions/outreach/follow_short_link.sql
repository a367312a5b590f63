create or replace function follow_short_link(wanted text, seen_as text, seen_at timestamptz) returns text
language plpgsql security definer set search_path = public as $$
declare
  link short_links;
  seen text := seen_as;
  target text;
begin
  select * into link from short_links s where s.code = wanted and s.target <> '';
  if not found then
    -- One that was made by a call is of no message: it is counted alone.
    update url_links u set opens = u.opens + (seen <> 'previewer')::integer where u.code = wanted and u.expires_at > seen_at returning u.target into target;
    return target;
  end if;
  -- Nothing tells who it is: while the message is handed over, it is the vendor or the phone looking ahead.
  if seen = 'unsure' then
    seen := case when exists (select from message_handovers h
      where h.enterprise_id = link.enterprise_id and h.message_id = link.message_id and h.at <= seen_at - interval '3 seconds')
      then 'person' else 'previewer' end;
  end if;
  if seen = 'person' then
    insert into link_clicks (enterprise_id, activity_id, message_id, variable, content_number, at, kind)
    values (link.enterprise_id, link.activity_id, link.message_id, link.variable, link.content_number, seen_at, 'person')
    on conflict (enterprise_id, message_id, variable) where kind = 'person' do nothing;
    if found then return link.target; end if;
    seen := 'repeat';
  end if;
  insert into link_clicks (enterprise_id, activity_id, message_id, variable, content_number, at, kind)
  values (link.enterprise_id, link.activity_id, link.message_id, link.variable, link.content_number, seen_at, seen);
  return link.target;
end $$;
