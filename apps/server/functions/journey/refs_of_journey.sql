create or replace function refs_of_journey(document jsonb) returns table (kind text, ref_id text) language sql immutable as $$
  select distinct found.ref ->> 'ref', found.ref ->> 'id'
    from jsonb_path_query(document, 'strict $.** ? (@.ref.type() == "string" && @.id.type() == "string" && @.id != "")') found (ref)
  union
  select 'field', named.field[1] from regexp_matches(document::text, '\mcustomer\.([A-Za-z_][A-Za-z0-9_]*)', 'g') named (field)
  union
  -- Calendars that expressions name, in lower case: brackets, spaces and comments may stand before a name.
  select 'calendarName', lower(coalesce(named.calendar[1], named.calendar[2]))
    from jsonb_path_query(document, 'strict $.** ? (@.type() == "string" && @ like_regex "isOpen")') found (source)
      cross join lateral regexp_matches(found.source #>> '{}', '\misOpen(?:[\s(]|//[^\n]*\n)*(?:"([^"\\]+)"|''([^''\\]+)'')', 'g') named (calendar)
$$;
