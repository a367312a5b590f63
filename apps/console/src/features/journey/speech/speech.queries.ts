import { endpoints } from '@parley/contract';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { journeyKeys } from '../shared/journey.queries.ts';
import type { SpeechSearch } from './speech.search.ts';

export const speechKey = [...journeyKeys.all, 'speech'] as const;

const filterOf = ({ below, channelId, journeyId, fromDate, toDate, ...search }: SpeechSearch) => ({
  ...search,
  fromDate: fromDate as '',
  toDate: toDate as '',
  channelId: channelId as '',
  journeyId: journeyId as '',
  below: below / 100,
});

export const speechChoicesQuery = queryOptions({
  queryKey: [...speechKey, 'choices'],
  queryFn: ({ signal }) => api.speech.choices({}, { signal }),
  staleTime: 60_000,
});

export const speechFiguresQuery = (search: SpeechSearch) =>
  queryOptions({
    queryKey: [...speechKey, 'figures', filterOf(search)],
    queryFn: ({ signal }) => api.speech.figures({ query: filterOf(search) }, { signal }),
    placeholderData: keepPreviousData,
  });

export const speechQuery = (search: SpeechSearch) =>
  infiniteQueryOptions({
    queryKey: [...speechKey, 'list', filterOf(search)],
    queryFn: ({ pageParam: after, signal }) => api.speech.list({ query: { ...filterOf(search), after: after as '' } }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
  });

/** Address of the recordings of a filter as a file. */
export function speechCsvPath(search: SpeechSearch): string {
  const given = Object.entries(filterOf(search)).filter(([, value]) => value !== '' && value !== false && value !== 0);
  return `${endpoints.speech.download.path}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}
