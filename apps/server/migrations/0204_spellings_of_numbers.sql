-- One line, several spellings (decision 0054). The rules are those of packages/contract/src/customer/canonical-number.ts, and a test holds both equal.

-- The one spelling that stands for all of a line's. Of an expression that PostgreSQL puts in its place, so that a count of a million calls nothing.
create function canonical_number(number text) returns text language sql immutable parallel safe as $$
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

-- All of them, the canonical one first: for `address = any(number_spellings(…))`, which goes by the index of the addresses. Without a subquery, or
-- PostgreSQL would call it instead of putting the expression in its place.
create function number_spellings(number text) returns text[] language sql immutable parallel safe as $$
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

-- Of numbers of the three countries, so that no two customers have one line. null: another country, or a double that was there before, of whom the
-- oldest has it. The version before leaves it null, and makes doubles as it always has: they are found by the index below, as the old ones are.
alter table customers add column canonical_number text;

update customers c set canonical_number = o.canonical from (
  select distinct on (enterprise_id, canonical_number(number)) enterprise_id, customer_id, canonical_number(number) as canonical
  from customers where left(number, 3) in ('+52', '+54', '+55') and deleted_at is null
  order by enterprise_id, canonical_number(number), customer_id) o
where c.enterprise_id = o.enterprise_id and c.customer_id = o.customer_id;

create unique index customers_by_canonical on customers (enterprise_id, canonical_number) where canonical_number is not null and deleted_at is null;
create index customers_spelled_twice on customers (enterprise_id, customer_id)
  where canonical_number is null and deleted_at is null and left(number, 3) in ('+52', '+54', '+55');
