import type { RetentionDays } from '@parley/contract';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';

export const privacyQuery = queryOptions({
  queryKey: ['company', 'privacy'],
  queryFn: ({ signal }) => api.privacy.settings({}, { signal }),
});

export const erasurePage = 10;
const whileRunningMs = 2000;
/** While a person is being erased the list is read again. */
export const erasuresQuery = (from: number) =>
  queryOptions({
    queryKey: ['privacy', 'erasures', from],
    queryFn: ({ signal }) => api.privacy.erasures({ query: { from, perPage: erasurePage } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.erasures.some((erasure) => erasure.state === 'running') ? whileRunningMs : false),
  });

export const useCountRetention = () =>
  useMutation({ meta: { isQuiet: true }, mutationFn: (retention: RetentionDays) => api.privacy.count({ body: { retention } }) });

export function useSavePrivacy() {
  const client = useQueryClient();
  return useMutation({
    meta: { isQuiet: true },
    mutationFn: (body: { retention: RetentionDays; version: number }) => api.privacy.saveSettings({ body }),
    onSuccess: (saved) => client.setQueryData(privacyQuery.queryKey, saved),
  });
}

export function useCancelPrivacy() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.privacy.cancel(),
    onSuccess: (saved) => client.setQueryData(privacyQuery.queryKey, saved),
  });
}
