-- After many rows at once: the planner's figures, and the search index's list of what it has not sorted in yet.
create or replace function tidy_customers() returns void language plpgsql security definer set search_path = public as $$
begin
  analyze customers, customer_set_members;
  perform gin_clean_pending_list('customers_search');
end $$;
