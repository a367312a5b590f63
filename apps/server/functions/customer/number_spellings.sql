-- All of them, the canonical one first: for `address = any(number_spellings(…))`, which goes by the index of the addresses. Without a subquery, or
-- PostgreSQL would call it instead of putting the expression in its place.
create or replace function number_spellings(number text) returns text[] language sql immutable parallel safe as $$
  select case
    when left(number, 2) <> '+5' then array[number]
    when number ~ '^\+55[1-9]{2}9?[6-9][0-9]{7}$' then
      array['+55' || substr(number, 4, 2) || '9' || right(number, 8), '+55' || substr(number, 4, 2) || right(number, 8)]
    when number ~ '^\+521?[2-9][0-9]{9}$' then array['+52' || right(number, 10), '+521' || right(number, 10)]
    when number ~ '^\+54(11|911|1115)[0-9]{8}$' then array['+5411' || right(number, 8), '+54911' || right(number, 8), '+541115' || right(number, 8)]
    when number ~ '^\+549?[23][0-9]{9}$' then array['+54' || right(number, 10), '+549' || right(number, 10),
      '+54' || left(right(number, 10), 3) || '15' || right(number, 7), '+54' || left(right(number, 10), 4) || '15' || right(number, 6)]
    when number ~ '^\+54[23][0-9]{2}15[0-9]{7}$' then array['+54' || substr(number, 4, 3) || right(number, 7),
      '+549' || substr(number, 4, 3) || right(number, 7), number, '+54' || substr(number, 4, 3) || substr(number, 9, 1) || '15' || right(number, 6)]
    when number ~ '^\+54[23][0-9]{3}15[0-9]{6}$' then array['+54' || substr(number, 4, 4) || right(number, 6),
      '+549' || substr(number, 4, 4) || right(number, 6), '+54' || substr(number, 4, 3) || '15' || substr(number, 7, 1) || right(number, 6), number]
    else array[number] end
$$;
