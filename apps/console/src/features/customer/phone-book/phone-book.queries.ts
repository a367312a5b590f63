import { type CustomerFilter, mostCounted, noConditions, phoneBookPage, type SavedFilter, type Selection } from '@parley/contract';
import { keepPreviousData, type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api, isToldAlready, pickAnswer } from '../../../lib/api.ts';
import { describeFailure } from '../../../lib/errors.ts';
import { liveClient } from '../../../lib/live.ts';
import { showToast } from '../../../lib/toasts.ts';
import { filterKeys } from '../shared/filter.queries.ts';
import { setKeys } from '../shared/set.queries.ts';
import type { PhoneBookSearch } from './phone-book.search.ts';

export const phoneBookKeys = {
  all: ['customers'] as const,
  list: (filter: CustomerFilter, from: number) => ['customers', 'list', filter, from] as const,
  count: (filter: CustomerFilter) => ['customers', 'count', filter] as const,
  doubles: ['customers', 'doubles'] as const,
  bulk: ['customer-bulk'] as const,
};

/** Translates the address into the server's filter. */
export const toFilter = (search: PhoneBookSearch): CustomerFilter => ({
  search: search.search.trim(),
  groups: search.group ? [search.group] : [],
  tags: search.label ? [search.label] : [],
  filterId: search.filter,
  conditions: search.conditions,
});

export const customersQuery = (filter: CustomerFilter, from: number) =>
  queryOptions({
    queryKey: phoneBookKeys.list(filter, from),
    queryFn: async ({ signal }) =>
      (
        await api.phoneBook.list(
          { query: { ...filter, conditions: JSON.stringify(filter.conditions), from, perPage: phoneBookPage } },
          { signal },
        )
      ).customers,
    placeholderData: keepPreviousData,
    // The customer form and an import are other screens; whoever comes back sees what they made.
    refetchOnMount: 'always',
  });

/** Nothing left out. */
export const noFilter: CustomerFilter = { search: '', groups: [], tags: [], filterId: '', conditions: noConditions };

/** Number of customers that match a filter, counted up to a limit. */
export const matchCountQuery = (filter: CustomerFilter) =>
  queryOptions({
    queryKey: phoneBookKeys.count(filter),
    queryFn: ({ signal }) => api.phoneBook.count({ body: { selection: { filter }, upTo: mostCounted } }, { signal }),
    placeholderData: keepPreviousData,
  });

const mostDoubles = 20;
/** Pairs of customers who have one number in two spellings. */
export const doublesQuery = queryOptions({
  queryKey: phoneBookKeys.doubles,
  queryFn: ({ signal }) => api.phoneBook.doubles({ query: { from: 0, perPage: mostDoubles } }, { signal }),
  // The list is the screen's; what cannot be read of this is left out.
  meta: { isQuiet: true },
});

export function useMergeDouble() {
  const refresh = useRefreshPhoneBook();
  return useMutation({
    meta: { isQuiet: true },
    mutationFn: (body: { keepId: string; mergeId: string }) => api.told.phoneBook.mergeDouble({ body }),
    onSuccess: refresh,
    onError: tellFailure,
  });
}

/** The server's words as an error toast, unless the call has told already. */
export function tellFailure(error: unknown): void {
  if (isToldAlready(error)) return;
  const { message, data } = describeFailure(error);
  const uses = Array.isArray(data.uses) ? data.uses.filter((use) => typeof use === 'string') : [];
  showToast('error', uses.length > 0 ? `${message} ${uses.join(', ')}` : message);
}

/** Counts of groups and labels change with the customers. */
const refreshPhoneBook = (client: QueryClient) =>
  Promise.all([client.invalidateQueries({ queryKey: phoneBookKeys.all }), client.invalidateQueries({ queryKey: setKeys.all })]);

export function useRefreshPhoneBook() {
  const client = useQueryClient();
  return () => refreshPhoneBook(client);
}

/** The list shows what an import has added as soon as the user is told of its end. */
export function useImportNews(): void {
  const client = useQueryClient();
  useEffect(
    () =>
      liveClient.on('notification', ({ kind }) => {
        if (kind === 'import_done') void refreshPhoneBook(client);
      }),
    [client],
  );
}

export function useRemoveCustomer() {
  const refresh = useRefreshPhoneBook();
  return useMutation({
    meta: { isQuiet: true },
    mutationFn: (customerId: string) => api.told.phoneBook.remove({ params: { customerId } }),
    onSuccess: refresh,
    onError: tellFailure,
  });
}

export function useRestoreCustomer() {
  const refresh = useRefreshPhoneBook();
  return useMutation({
    meta: { isQuiet: true },
    mutationFn: (customerId: string) => api.told.phoneBook.restore({ params: { customerId } }),
    onSuccess: refresh,
    onError: tellFailure,
  });
}

export function useCountCustomers() {
  return useMutation({
    meta: { isQuiet: true },
    mutationFn: async (selection: Selection) => (await api.phoneBook.count({ body: { selection } })).count,
    onError: tellFailure,
  });
}

/** Ticked rows join groups or labels at once; what they were in stays. */
export function useAddToSets(kind: 'group' | 'label') {
  const refresh = useRefreshPhoneBook();
  return useMutation({
    meta: { isQuiet: true },
    mutationFn: ({ setIds, customerIds }: { setIds: string[]; customerIds: string[] }) =>
      kind === 'group'
        ? api.told.phoneBook.addToGroups({ body: { groupIds: setIds, customerIds } })
        : api.told.phoneBook.addLabels({ body: { tagIds: setIds, customerIds } }),
    onSuccess: refresh,
    onError: tellFailure,
  });
}

export type NamedFilter = Pick<SavedFilter, 'name' | 'conditions'> & { id?: string; version?: number };

export function useSaveFilter() {
  const client = useQueryClient();
  return useMutation({
    meta: { isQuiet: true },
    mutationFn: (body: NamedFilter) => pickAnswer(api.told.phoneBook.saveFilter({ body }), ({ filter }) => filter),
    onSuccess: () =>
      Promise.all([client.invalidateQueries({ queryKey: filterKeys.all }), client.invalidateQueries({ queryKey: phoneBookKeys.all })]),
  });
}

export function useRemoveFilter() {
  const client = useQueryClient();
  return useMutation({
    meta: { isQuiet: true },
    mutationFn: (filterId: string) => api.told.phoneBook.removeFilter({ params: { filterId } }),
    onSuccess: () => client.invalidateQueries({ queryKey: filterKeys.all }),
    onError: tellFailure,
  });
}
