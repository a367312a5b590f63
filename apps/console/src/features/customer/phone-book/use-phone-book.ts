import { conditionsOf, phoneBookPage } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useAddressState } from '../../../lib/use-address-state.ts';
import { attributesQuery } from '../shared/attribute.queries.ts';
import { filtersQuery } from '../shared/filter.queries.ts';
import { setsQuery } from '../shared/set.queries.ts';
import { useFilterFields } from '../shared/use-filter-fields.ts';
import { customersQuery, toFilter, useImportNews } from './phone-book.queries.ts';
import { PhoneBookSearch } from './phone-book.search.ts';
import { useFilterChips } from './use-filter-chips.ts';

const none: never[] = [];

/** The phone book as the address asks for it: one page of customers, and what narrows it. */
export function usePhoneBook() {
  // Any change of a filter goes back to the first page (PHONE-032).
  const { search, filter: change } = useAddressState(PhoneBookSearch);
  const { from } = search;
  const filter = toFilter(search);
  useImportNews();
  const customers = useQuery(customersQuery(filter, from));
  const groups = useQuery(setsQuery('group')).data ?? none;
  const labels = useQuery(setsQuery('label')).data ?? none;
  const definitions = useQuery(attributesQuery).data ?? none;
  const filters = useQuery(filtersQuery);
  const fields = useFilterFields();

  const rows = customers.data?.customers;
  const set = [...groups, ...labels].find(({ id }) => id === (search.label || search.group));
  const chips = useFilterChips({ search, fields, filters: filters.data ?? none, set, change });
  const conditionCount = search.filter ? 1 : conditionsOf(search.conditions).length;

  // Deleting the last row of the last page leads to the page before it.
  const isBeyondEnd = rows?.length === 0 && from > 0 && !customers.isPlaceholderData;
  useEffect(() => {
    if (isBeyondEnd) change({ from: Math.max(0, from - phoneBookPage) }, { isReplacing: true });
  }, [isBeyondEnd, from, change]);

  return {
    search,
    change,
    filter,
    customers,
    rows,
    hasMore: customers.data?.hasMore ?? false,
    headers: customers.data?.headers ?? none,
    isBeyondEnd,
    definitions,
    /** The group or label that is chosen. */
    set,
    fields,
    filters: filters.data ?? none,
    areFiltersKnown: !filters.isPending,
    chips,
    conditionCount,
    isFiltered: filter.search !== '' || conditionCount > 0,
  };
}
