-- A page of the phone book by search. Row-level security keeps trigram operators from their index, so the function enters the enterprise by
-- itself. The plan is made anew for each call: how often the words occur decides between the search index and walking from the newest on.
create or replace function search_customers(words text[], at_most integer, skipped integer, in_set uuid) returns table (customer_id uuid)
-- A page: told 1000 rows, the planner would read all of a small phone book to join them.
language plpgsql stable rows 20 security definer set search_path = public set plan_cache_mode = force_custom_plan as $$
declare
  query text := 'select c.customer_id from customers c where c.enterprise_id = $1 and c.deleted_at is null';
  word integer;
begin
  for word in 1 .. least(cardinality(words), 5) loop
    query := query || format(' and c.search_text like $%s', word + 2);
  end loop;
  if in_set is not null then
    query := query || ' and exists (select from customer_set_members m where m.enterprise_id = $1 and m.set_id = $2 and m.customer_id = c.customer_id)';
  end if;
  return query execute query || format(' order by c.customer_id desc limit %s offset %s', at_most, skipped)
    using current_enterprise_id(), in_set, words[1], words[2], words[3], words[4], words[5];
end $$;
