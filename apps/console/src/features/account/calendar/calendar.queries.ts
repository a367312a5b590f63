import type { CalendarSave } from '@parley/contract';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { stripDays } from './calendar.search.ts';

export const calendarsQuery = queryOptions({
  queryKey: ['calendars', 'list'],
  queryFn: async ({ signal }) => (await api.calendars.list({}, { signal })).calendars,
});

export const calendarQuery = (calendarId: string) =>
  queryOptions({
    queryKey: ['calendars', 'one', calendarId],
    queryFn: ({ signal }) => api.calendars.get({ params: { calendarId } }, { signal }),
    meta: { isQuiet: true },
  });

export const stripQuery = (from: string) =>
  queryOptions({
    queryKey: ['calendars', 'strip', from],
    queryFn: async ({ signal }) => (await api.calendars.strip({ query: { from, days: stripDays } }, { signal })).rows,
    placeholderData: keepPreviousData,
  });

export const checkQuery = (at: string, deptId: string) =>
  queryOptions({
    queryKey: ['calendars', 'check', at, deptId],
    queryFn: ({ signal }) => api.calendars.check({ query: { at, deptId: deptId as '' } }, { signal }),
    placeholderData: keepPreviousData,
    meta: { isQuiet: true },
  });

/** Departments show the name of their calendar. */
function useCalendarMutation<I, A>(mutationFn: (input: I) => Promise<A>) {
  const client = useQueryClient();
  return useMutation({
    meta: { isQuiet: true },
    mutationFn,
    onSuccess: () =>
      Promise.all([client.invalidateQueries({ queryKey: ['calendars'] }), client.invalidateQueries({ queryKey: ['departments'] })]),
  });
}

/** A new calendar has no id and no version yet. */
export const useSaveCalendar = () =>
  useCalendarMutation(({ id, version = 0, ...body }: CalendarSave & { id?: string; version?: number }) =>
    id === undefined ? api.calendars.create({ body }) : api.calendars.update({ params: { calendarId: id }, body: { ...body, version } }),
  );

export const useDeleteCalendar = () => useCalendarMutation((calendarId: string) => api.calendars.remove({ params: { calendarId } }));

export const useImportExceptions = (calendarId: string) =>
  useCalendarMutation((body: { csv: string; version: number }) => api.calendars.importExceptions({ params: { calendarId }, body }));
