import { endpoints } from '@parley/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { journeyKeys } from '../shared/journey.queries.ts';
import { dataPage, type StreamSearch } from './report.search.ts';

export const reportKeys = [...journeyKeys.all, 'reports'] as const;

/** Streams that were published, and channels: readers of reports need not be allowed to look at either. */
export const choicesQuery = queryOptions({
  queryKey: [...reportKeys, 'choices'],
  queryFn: ({ signal }) => api.streamReports.choices({}, { signal }),
});

const split = ({ journeyId, version, fromDate, toDate, channelId, environment }: StreamSearch) => ({
  params: { journeyId },
  query: { version, fromDate, toDate, channelId, environment },
});

export const figuresQuery = (search: StreamSearch) =>
  queryOptions({
    queryKey: [...reportKeys, 'figures', split(search)],
    queryFn: ({ signal }) => api.streamReports.figures(split(search), { signal }),
    placeholderData: keepPreviousData,
    enabled: search.journeyId !== '',
  });

export const funnelQuery = (search: StreamSearch) =>
  queryOptions({
    queryKey: [...reportKeys, 'funnel', split(search)],
    queryFn: ({ signal }) => api.streamReports.funnel(split(search), { signal }),
    placeholderData: keepPreviousData,
    enabled: search.journeyId !== '',
  });

export const refusedQuery = (search: StreamSearch) =>
  queryOptions({
    queryKey: [...reportKeys, 'refused', split(search)],
    queryFn: ({ signal }) => api.streamReports.refused(split(search), { signal }),
    placeholderData: keepPreviousData,
    enabled: search.journeyId !== '',
  });

export const dataQuery = (search: StreamSearch, from: number) =>
  queryOptions({
    queryKey: [...reportKeys, 'data', split(search), from],
    queryFn: ({ signal }) => {
      const { params, query } = split(search);
      return api.streamReports.data({ params, query: { ...query, from, perPage: dataPage } }, { signal });
    },
    placeholderData: keepPreviousData,
    enabled: search.journeyId !== '',
  });

/** Returns the address of the rows' CSV. */
export function dataPath(search: StreamSearch): string {
  const { params, query } = split(search);
  const text = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  return `${endpoints.streamReports.dataExport.path.replace(':journeyId', params.journeyId)}?${text}`;
}
