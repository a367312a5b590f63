import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';

/** All departments, by name: an enterprise has tens of them. */
export const departmentsQuery = queryOptions({
  queryKey: ['departments', 'all'],
  queryFn: async ({ signal }) => (await api.departments.list({ query: { perPage: -1 } }, { signal })).departments,
});

export function useDepartmentOptions(isNeeded = true) {
  const { data } = useQuery({ ...departmentsQuery, enabled: isNeeded });
  return (data ?? []).map(({ id, name }) => ({ value: id, label: name }));
}
