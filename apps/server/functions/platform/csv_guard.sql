-- A cell for a spreadsheet, which must not run it: what begins like a formula gets an apostrophe in front, and so does what begins with one,
-- so that reading takes away exactly what writing has added.
create or replace function csv_guard(value text) returns text language sql immutable parallel safe as
$$ select case when ascii(value) in (61, 43, 45, 64, 9, 13, 39) then '''' || value else value end $$;
