-- Several at once, by one commit. In the order of the codes: two calls with the same ones would wait for each other otherwise.
create or replace function follow_short_links(wanted text[], seen_as text[], seen_at timestamptz) returns table (place integer, target text)
language plpgsql security definer set search_path = public as $$
declare
  asked record;
begin
  for asked in select g.code, g.seen, g.place from unnest(wanted, seen_as) with ordinality as g(code, seen, place) order by g.code, g.place loop
    place := asked.place;
    target := follow_short_link(asked.code, asked.seen, seen_at);
    return next;
  end loop;
end $$;
