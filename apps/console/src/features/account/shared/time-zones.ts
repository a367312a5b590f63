import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';

/** The names of all time zones. */
export const timeZonesQuery = queryOptions({
  queryKey: ['enterprise', 'timezones'],
  queryFn: async ({ signal }) => (await api.enterprise.timeZones({}, { signal })).timezones,
  staleTime: Number.POSITIVE_INFINITY,
});
