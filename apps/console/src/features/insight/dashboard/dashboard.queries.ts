import type { DashboardMeasure } from '@parley/contract';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { getEnterpriseZone } from '../../../lib/format.ts';
import { type DashboardPeriod, toDashboardQuery } from './dashboard-periods.ts';

export const dashboardRefreshMs = 60_000;

export const dashboardKeys = { all: ['dashboard'] as const };

export const timingQuery = (period: DashboardPeriod, hours: 'all' | 'open') =>
  queryOptions({
    queryKey: [...dashboardKeys.all, 'timing', period, hours],
    queryFn: async ({ signal }) => {
      const query = toDashboardQuery(period, new Date(), getEnterpriseZone());
      const answer = await api.dashboard.info({ query: { ...query, hours } }, { signal });
      return { timeType: query.timeType, rows: answer.dashBoardData };
    },
    refetchInterval: dashboardRefreshMs,
  });

/** The whole of the charts, and the same of as many days right before. */
export const figuresQuery = (period: DashboardPeriod) =>
  queryOptions({
    queryKey: [...dashboardKeys.all, 'figures', period],
    queryFn: ({ signal }) => api.dashboard.figures({ query: toDashboardQuery(period, new Date(), getEnterpriseZone()) }, { signal }),
    refetchInterval: dashboardRefreshMs,
  });

/** A figure of the charts: the whole of it, one point, or the days before. */
export type TimingCell = { measure: DashboardMeasure; slot: string; former: boolean };

export const timingRowsQuery = (period: DashboardPeriod, cell: TimingCell) =>
  infiniteQueryOptions({
    queryKey: [...dashboardKeys.all, 'rows', period, cell],
    queryFn: ({ pageParam, signal }) => {
      const query = toDashboardQuery(period, new Date(), getEnterpriseZone());
      return api.dashboard.rows({ query: { ...query, ...cell, ...(pageParam === '' ? {} : { after: pageParam }) } }, { signal });
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
  });

const getClientOffset = () => toDashboardQuery('DAY', new Date(), getEnterpriseZone()).clientOffset;

export const cardsQuery = queryOptions({
  queryKey: [...dashboardKeys.all, 'cards'],
  queryFn: ({ signal }) => api.dashboard.cards({ query: { clientOffset: getClientOffset() } }, { signal }),
  refetchInterval: dashboardRefreshMs,
});

export const missedChatsQuery = queryOptions({
  queryKey: [...dashboardKeys.all, 'missed'],
  queryFn: ({ signal }) => api.dashboard.missed({ query: { clientOffset: getClientOffset() } }, { signal }),
});
