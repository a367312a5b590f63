import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';

/** Names of all calendars, to choose from. */
export const calendarChoicesQuery = queryOptions({
  queryKey: ['calendars', 'choices'],
  queryFn: async ({ signal }) => (await api.calendars.choices({}, { signal })).calendars,
});
