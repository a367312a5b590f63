create or replace function empty_merged_customers() returns integer language sql security definer set search_path = public as $$
  with emptied as (
    update customers set name = 'Deleted customer', number = '', email = '', profile = '{}', data = '{}', search_text = '',
      bin = bin || '{"isEmptied": true}'
    where deleted_at < now() - interval '30 days' and bin ? 'mergedInto' and not coalesce((bin ->> 'isEmptied')::boolean, false)
    returning enterprise_id, customer_id
  ), changes as (
    delete from customer_changes h using emptied e where h.enterprise_id = e.enterprise_id and h.customer_id = e.customer_id
  ), consents as (
    delete from customer_consents k using emptied e where k.enterprise_id = e.enterprise_id and k.customer_id = e.customer_id
  )
  select count(*)::integer from emptied
$$;
