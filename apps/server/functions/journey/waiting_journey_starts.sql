-- Enterprises for which walks are to begin, each found by one step through the index.
create or replace function waiting_journey_starts(most integer)
returns table (enterprise_id uuid) language sql stable security definer set search_path = public as $$
  with recursive found (id) as (
    (select s.enterprise_id from journey_starts s where not s.is_held order by s.enterprise_id limit 1)
    union all
    select (select s.enterprise_id from journey_starts s where not s.is_held and s.enterprise_id > f.id order by s.enterprise_id limit 1)
    from found f where f.id is not null)
  select id from found where id is not null limit most
$$;
