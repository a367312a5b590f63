import { endpoints, type Invoice } from '@parley/contract';
import { infiniteQueryOptions, keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { billingKeys } from '../shared/billing.queries.ts';
import type { BillingSearch } from './billing.search.ts';

type Days = Pick<BillingSearch, 'fromDate' | 'toDate'>;

export const consumptionQuery = ({ fromDate, toDate, by }: Days & Pick<BillingSearch, 'by'>) =>
  queryOptions({
    queryKey: [...billingKeys.all, 'consumption', { fromDate, toDate, by }],
    queryFn: ({ signal }) => api.billing.consumption({ query: { fromDate, toDate, by } }, { signal }),
  });

export const ratesQuery = queryOptions({
  queryKey: [...billingKeys.all, 'rates'],
  queryFn: ({ signal }) => api.billing.rates({}, { signal }),
});

type MovementFilter = Days & Pick<BillingSearch, 'kind'>;
const toFilter = ({ fromDate, toDate, kind }: MovementFilter) => ({ fromDate, toDate, kind });

/** Pages follow each other by the number of the last movement, so none is doubled or left out while new ones come. */
export const movementsQuery = (search: MovementFilter) =>
  infiniteQueryOptions({
    queryKey: [...billingKeys.all, 'movements', toFilter(search)],
    queryFn: ({ signal, pageParam }) => api.billing.movements({ query: { ...toFilter(search), after: pageParam } }, { signal }),
    initialPageParam: 0,
    getNextPageParam: ({ more, movements }) => (more ? movements.at(-1)?.seq : undefined),
    placeholderData: keepPreviousData,
  });

/** Returns the address of these movements' CSV. */
export function movementsExportPath(search: MovementFilter): string {
  const query = new URLSearchParams(Object.entries(toFilter(search)).filter(([, value]) => value !== ''));
  return query.size > 0 ? `${endpoints.billing.exportMovements.path}?${query}` : endpoints.billing.exportMovements.path;
}

export const rechargePage = 25;
export const rechargesQuery = (from: number) =>
  queryOptions({
    queryKey: [...billingKeys.all, 'recharges', from],
    queryFn: ({ signal }) => api.billing.recharges({ query: { from, perPage: rechargePage } }, { signal }),
    placeholderData: keepPreviousData,
  });

export function useRecharge() {
  const client = useQueryClient();
  return useMutation({
    meta: { isQuiet: true },
    mutationFn: (body: { amount: number; requestKey: string }) => api.billing.recharge({ body }),
    // A refused link is recorded as well.
    onSettled: () => client.invalidateQueries({ queryKey: [...billingKeys.all, 'recharges'] }),
  });
}

export const alertsQuery = queryOptions({
  queryKey: [...billingKeys.all, 'alerts'],
  queryFn: ({ signal }) => api.billing.alerts({}, { signal }),
});

export type AlertChange = { alertId: string; threshold: number; userIds: string[]; version: number };

export function useSaveAlert() {
  const client = useQueryClient();
  return useMutation({
    meta: { isQuiet: true },
    mutationFn: (body: AlertChange) => api.billing.saveAlerts({ body }),
    onSuccess: (saved) => client.setQueryData(alertsQuery.queryKey, saved),
  });
}

export const invoicesQuery = queryOptions({
  queryKey: [...billingKeys.all, 'invoices'],
  queryFn: async ({ signal }) => (await api.billing.invoices({}, { signal })).invoices,
});

export const readInvoicePdf = async ({ invoiceId }: Pick<Invoice, 'invoiceId'>): Promise<Blob> =>
  (await api.billing.invoicePdf({ params: { invoiceId } })) as Blob;
