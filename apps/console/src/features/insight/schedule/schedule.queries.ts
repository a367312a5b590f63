import type { ReportScheduleSave } from '@parley/contract';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';

const keys = { all: ['report-schedules'] } as const;
export const deliveriesPage = 25;
/** A mail is on its way for some seconds. */
const lookMs = 5_000;

export const schedulesQuery = queryOptions({
  queryKey: [...keys.all, 'list'],
  queryFn: ({ signal }) => api.reportSchedules.list({}, { signal }),
});

export const scheduleQuery = (scheduleId: string) =>
  queryOptions({
    queryKey: [...keys.all, 'one', scheduleId],
    queryFn: ({ signal }) => api.reportSchedules.get({ params: { scheduleId } }, { signal }),
  });

/** Mails of a schedule; read again while one is on its way. */
export const deliveriesQuery = (scheduleId: string, from: number) =>
  queryOptions({
    queryKey: [...keys.all, 'log', scheduleId, from],
    queryFn: ({ signal }) =>
      api.reportSchedules.deliveries({ params: { scheduleId }, query: { from, perPage: deliveriesPage } }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data?.deliveries.some(({ state }) => state === 'DUE' || state === 'SENDING') ? lookMs : false,
  });

function useScheduleMutation<I, A>(mutationFn: (input: I) => Promise<A>) {
  const client = useQueryClient();
  return useMutation({ meta: { isQuiet: true }, mutationFn, onSuccess: () => client.invalidateQueries({ queryKey: keys.all }) });
}

/** A new schedule has no id and no version yet. */
export const useSaveSchedule = () =>
  useScheduleMutation(({ id, version = 0, ...body }: ReportScheduleSave & { id?: string; version?: number }) =>
    id === undefined
      ? api.reportSchedules.create({ body })
      : api.reportSchedules.update({ params: { scheduleId: id }, body: { ...body, version } }),
  );
export const useRemoveSchedule = () =>
  useScheduleMutation((scheduleId: string) => api.told.reportSchedules.remove({ params: { scheduleId } }));
export const useLeaveSchedule = () =>
  useScheduleMutation((scheduleId: string) => api.told.reportSchedules.leave({ params: { scheduleId } }));
export const useSendSchedule = () => useScheduleMutation((scheduleId: string) => api.told.reportSchedules.send({ params: { scheduleId } }));
