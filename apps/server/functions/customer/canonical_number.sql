-- The one spelling that stands for all of a line's. Of an expression that PostgreSQL puts in its place, so that a count of a million calls nothing.
create or replace function canonical_number(number text) returns text language sql immutable parallel safe as $$
  select case
    when left(number, 2) <> '+5' then number
    when number ~ '^\+55[1-9]{2}9?[6-9][0-9]{7}$' then '+55' || substr(number, 4, 2) || '9' || right(number, 8)
    when number ~ '^\+521?[2-9][0-9]{9}$' then '+52' || right(number, 10)
    when number ~ '^\+549?(11|[23][0-9])[0-9]{8}$' then '+54' || right(number, 10)
    when number ~ '^\+541115[0-9]{8}$' then '+5411' || right(number, 8)
    when number ~ '^\+54[23][0-9]{2}15[0-9]{7}$' then '+54' || substr(number, 4, 3) || right(number, 7)
    when number ~ '^\+54[23][0-9]{3}15[0-9]{6}$' then '+54' || substr(number, 4, 4) || right(number, 6)
    else number end
$$;
