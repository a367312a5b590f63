-- Conditions of a filter are joined by all or any, in clauses that are joined by all or any. A list of before meant all of them.
create function clauses_of(list jsonb) returns jsonb language sql immutable as $$
  select jsonb_build_object('match', 'all', 'clauses', case when jsonb_array_length(list) = 0 then '[]'::jsonb else jsonb_build_array(
    jsonb_build_object('match', 'all', 'conditions', (
      select jsonb_agg((condition - 'value') || jsonb_build_object('values',
        case when coalesce(condition ->> 'value', '') = '' then '[]'::jsonb else jsonb_build_array(condition -> 'value') end) order by place)
      from jsonb_array_elements(list) with ordinality as listed (condition, place)))) end)
$$;
update customer_filters set conditions = clauses_of(conditions) where jsonb_typeof(conditions) = 'array';
update customer_bulk_jobs set selection = jsonb_set(selection, '{filter,conditions}', clauses_of(selection #> '{filter,conditions}'))
  where jsonb_typeof(selection #> '{filter,conditions}') = 'array';
drop function clauses_of(jsonb);
alter table customer_filters add constraint customer_filters_conditions_check check (jsonb_typeof(conditions) = 'object');
