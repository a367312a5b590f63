import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';

export const roleConfigurationQuery = queryOptions({
  queryKey: ['roles'],
  queryFn: ({ signal }) => api.roles.configuration({}, { signal }),
});

/** Roles for a picker, and what a code is called. */
export function useRoleOptions() {
  const { data } = useQuery(roleConfigurationQuery);
  const options = (data?.roles ?? []).map(({ code, name }) => ({ value: String(code), label: name }));
  return { options, nameOf: (code: number) => options.find(({ value }) => value === String(code))?.label ?? String(code) };
}
