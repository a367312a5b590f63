import type { ReportAlertSave } from '@parley/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';

const keys = { all: ['report-alerts'] } as const;
/** Alerts are looked at once a minute. */
const refreshMs = 60_000;

export const alertsQuery = queryOptions({
  queryKey: [...keys.all, 'list'],
  queryFn: ({ signal }) => api.reportAlerts.list({}, { signal }),
  refetchInterval: refreshMs,
});

export const alertQuery = (reportAlertId: string) =>
  queryOptions({
    queryKey: [...keys.all, 'one', reportAlertId],
    queryFn: ({ signal }) => api.reportAlerts.get({ params: { reportAlertId } }, { signal }),
  });

function useAlertMutation<I, A>(mutationFn: (input: I) => Promise<A>) {
  const client = useQueryClient();
  return useMutation({ meta: { isQuiet: true }, mutationFn, onSuccess: () => client.invalidateQueries({ queryKey: keys.all }) });
}

/** A new alert has no id and no version yet. */
export const useSaveAlert = () =>
  useAlertMutation(({ id, version = 0, ...body }: ReportAlertSave & { id?: string; version?: number }) =>
    id === undefined
      ? api.reportAlerts.create({ body })
      : api.reportAlerts.update({ params: { reportAlertId: id }, body: { ...body, version } }),
  );
export const useRemoveAlert = () =>
  useAlertMutation((reportAlertId: string) => api.told.reportAlerts.remove({ params: { reportAlertId } }));
