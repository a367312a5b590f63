import { endpoints, reportPage } from '@parley/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import type { ReportSearch } from './report.search.ts';

export const reportQuery = ({ open: _open, ...query }: ReportSearch) =>
  queryOptions({
    queryKey: ['report', 'rows', query],
    queryFn: ({ signal }) => api.reports.messageStatus({ query: { ...query, perPage: reportPage } }, { signal }),
    placeholderData: keepPreviousData,
  });

export const reportCountsQuery = ({ fromDate, toDate, channelId }: ReportSearch) =>
  queryOptions({
    queryKey: ['report', 'counts', { fromDate, toDate, channelId }],
    queryFn: ({ signal }) => api.reports.messageSource({ query: { fromDate, toDate, channelId } }, { signal }),
    placeholderData: keepPreviousData,
  });

export const noReceiptsQuery = queryOptions({
  queryKey: ['report', 'noReceipts'],
  queryFn: ({ signal }) => api.reports.noReceipts({}, { signal }),
  staleTime: 60_000,
});

export const messageQuery = (messageId: string) =>
  queryOptions({
    queryKey: ['report', 'message', messageId],
    queryFn: ({ signal }) => api.reports.message({ params: { messageId } }, { signal }),
    meta: { isQuiet: true },
  });

/** Returns the address of these rows' CSV. */
export function exportPath({ open: _open, from: _from, ...filter }: ReportSearch): string {
  const query = new URLSearchParams(
    Object.entries(filter).flatMap(([key, value]) => (value === '' || value === false ? [] : [[key, String(value)]])),
  );
  return query.size > 0 ? `${endpoints.reports.export.path}?${query}` : endpoints.reports.export.path;
}
