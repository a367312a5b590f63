import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { activityKeys } from '../shared/campaign.queries.ts';

const calendarPaceMs = 60_000;

/** Changes of an iteration change the calendar too, so its key lies below theirs. */
export const calendarQuery = (fromDate: string, toDate: string) =>
  queryOptions({
    queryKey: [...activityKeys.all, 'calendar', fromDate, toDate],
    queryFn: ({ signal }) => api.bookings.calendar({ query: { fromDate, toDate } }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: calendarPaceMs,
    meta: { isQuiet: true },
  });
