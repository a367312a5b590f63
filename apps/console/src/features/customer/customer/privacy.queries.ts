import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { customerKeys } from './customer.queries.ts';

const keys = {
  holdings: (id: string) => ['customers', 'holdings', id] as const,
  copies: (id: string) => ['customers', 'copies', id] as const,
  consents: (id: string) => ['customers', 'consents', id] as const,
};

export const holdingsQuery = (customerId: string) =>
  queryOptions({
    queryKey: keys.holdings(customerId),
    queryFn: ({ signal }) => api.privacy.holdings({ params: { customerId } }, { signal }),
    // The dialog must show the current holdings.
    staleTime: 0,
    meta: { isQuiet: true },
  });

const whileMakingMs = 2000;
/** While one is being made it is asked for again. */
export const copiesQuery = (customerId: string) =>
  queryOptions({
    queryKey: keys.copies(customerId),
    queryFn: async ({ signal }) => (await api.privacy.copies({ params: { customerId } }, { signal })).copies,
    staleTime: 0,
    meta: { isQuiet: true },
    refetchInterval: ({ state }) => (state.data?.some(({ finishedAt }) => finishedAt === null) ? whileMakingMs : false),
  });

const historyPage = 25;
export const consentHistoryQuery = (customerId: string) =>
  infiniteQueryOptions({
    queryKey: keys.consents(customerId),
    queryFn: ({ signal, pageParam }) =>
      api.privacy.consentHistory({ params: { customerId }, query: { from: pageParam, perPage: historyPage } }, { signal }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.more ? pages.length * historyPage : undefined),
    staleTime: 0,
  });

export function useCopy(customerId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.privacy.copy({ params: { customerId } }),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.copies(customerId) }),
  });
}

export type EraseBody = { name: string; reason: string; keepOptOut: boolean };

export function useErase(customerId: string) {
  return useMutation({
    meta: { isQuiet: true },
    mutationFn: (body: EraseBody) => api.told.privacy.erase({ params: { customerId }, body }),
  });
}

/**
 * Nothing of the person is shown or read again: there is nobody any more. Called once the person's page is left, since a page that is still
 * there would read anew whatever is forgotten.
 */
export function useForgetPerson() {
  const client = useQueryClient();
  return (customerId: string) => {
    client.removeQueries({ type: 'inactive', predicate: (query) => query.queryKey.includes(customerId) });
    for (const queryKey of [customerKeys.all, ['phone-book'], ['privacy']]) void client.invalidateQueries({ queryKey });
  };
}
