-- How far the words of entries are read for the search; told a time, notes it.
create or replace function note_search_look(until timestamptz default null) returns timestamptz
language plpgsql security definer set search_path = public as $$
begin
  if until is not null then
    update chat_search_looks set looked_to = greatest(looked_to, until);
  end if;
  return (select looked_to from chat_search_looks);
end $$;
revoke execute on function note_search_look(timestamptz) from public;
grant execute on function note_search_look(timestamptz) to parley_app;
