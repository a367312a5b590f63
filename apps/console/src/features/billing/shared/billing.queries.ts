import type { BillingStatus, Consumption } from '@parley/contract';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';

const refreshMs = 60_000;

export const billingKeys = { all: ['billing'] as const };

/** Status, balance and forecast. Whoever shows it says in place that it failed (BILL-008). */
export const statusQuery = queryOptions({
  queryKey: [...billingKeys.all, 'status'],
  queryFn: async ({ signal }) =>
    (await api.billing.call({ body: { requestType: 'get_enterprise_account_status', request: {} } }, { signal })) as BillingStatus,
  refetchInterval: refreshMs,
  meta: { isQuiet: true },
});

/** This month's consumption so far, by type of channel. */
export const monthQuery = queryOptions({
  queryKey: [...billingKeys.all, 'month'],
  queryFn: async ({ signal }) =>
    (await api.billing.call(
      { body: { requestType: 'get_enterprise_consumption', request: { fromDate: '', toDate: '' } } },
      { signal },
    )) as Consumption,
  refetchInterval: refreshMs,
  meta: { isQuiet: true },
});
