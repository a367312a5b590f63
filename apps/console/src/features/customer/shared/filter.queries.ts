import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';

export const filterKeys = { all: ['customer-filters'] as const };

/** The saved filters of the phone book. */
export const filtersQuery = queryOptions({
  queryKey: filterKeys.all,
  queryFn: async ({ signal }) => (await api.phoneBook.listFilters({}, { signal })).filters,
});
