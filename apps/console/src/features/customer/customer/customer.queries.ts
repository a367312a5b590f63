import type { ConsentChannel, ConsentState, Customer, CustomerSave } from '@parley/contract';
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, pickAnswer } from '../../../lib/api.ts';
import { searchPageSize } from '../../../lib/search.ts';
import { setKeys } from '../shared/set.queries.ts';

export const customerKeys = {
  all: ['customers'] as const,
  one: (id: string) => ['customers', 'one', id] as const,
  reach: (id: string) => ['customers', 'reach', id] as const,
  timeline: (id: string) => ['customers', 'timeline', id] as const,
  candidates: (search: string) => ['customers', 'candidates', search] as const,
  lookup: (phoneNumber: string, country: string) => ['customers', 'lookup', phoneNumber, country] as const,
};

export const customerQuery = (customerId: string) =>
  queryOptions({
    queryKey: customerKeys.one(customerId),
    queryFn: async ({ signal }) => (await api.phoneBook.get({ params: { customerId } }, { signal })).customer,
  });

export const reachQuery = (customerId: string) =>
  queryOptions({
    queryKey: customerKeys.reach(customerId),
    queryFn: async ({ signal }) => (await api.phoneBook.reach({ params: { customerId } }, { signal })).channels,
    // "Now" is what is asked.
    staleTime: 0,
  });

const timelinePage = 25;
export const timelineQuery = (customerId: string) =>
  infiniteQueryOptions({
    queryKey: customerKeys.timeline(customerId),
    queryFn: ({ signal, pageParam }) =>
      api.phoneBook.timeline({ params: { customerId }, query: { from: pageParam, perPage: timelinePage } }, { signal }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.more ? pages.length * timelinePage : undefined),
  });

/** Finds the customer who has a number. It is called while the user types, so a failure stays quiet: the save reports it. */
export const lookupQuery = (phoneNumber: string, country: string) =>
  queryOptions({
    queryKey: customerKeys.lookup(phoneNumber, country),
    queryFn: ({ signal }) => api.phoneBook.lookup({ query: { phoneNumber, country } }, { signal }),
    meta: { isQuiet: true },
    retry: false,
  });

/** Customers to merge with. */
export const mergeCandidatesQuery = (search: string) =>
  queryOptions({
    queryKey: customerKeys.candidates(search),
    queryFn: async ({ signal }) =>
      (await api.phoneBook.list({ query: { search, from: 0, perPage: searchPageSize } }, { signal })).customers.customers,
    // The dialog says it.
    meta: { isQuiet: true },
  });

/** Every list and record of customers is read anew, and the counts of groups and labels. */
function useRefreshCustomers() {
  const client = useQueryClient();
  /** @param goneId a customer who is gone: what is still on the screen of them would read that there is no such customer */
  return (goneId?: string) => {
    for (const queryKey of [customerKeys.all, ['phone-book'], setKeys.all])
      void client.invalidateQueries({ queryKey, predicate: (query) => !goneId || !query.queryKey.includes(goneId) });
    if (goneId) void client.invalidateQueries({ predicate: (query) => query.queryKey.includes(goneId), refetchType: 'none' });
  };
}

export function useSaveCustomer() {
  const refresh = useRefreshCustomers();
  return useMutation({
    meta: { isQuiet: true },
    mutationFn: (body: CustomerSave) => pickAnswer(api.told.phoneBook.save({ body }), ({ customer }) => customer),
    onSuccess: () => refresh(),
  });
}

export type MergeBody = { keepId: string; mergeId: string; version: number; values: Omit<CustomerSave, 'id' | 'version'> };

export function useMergeCustomers() {
  const refresh = useRefreshCustomers();
  return useMutation({
    meta: { isQuiet: true },
    mutationFn: (body: MergeBody) => pickAnswer(api.told.phoneBook.merge({ body }), ({ customer }) => customer),
    onSuccess: (_, { mergeId }) => refresh(mergeId),
  });
}

export function useRemoveCustomer() {
  const refresh = useRefreshCustomers();
  return useMutation({
    mutationFn: (customerId: string) => api.told.phoneBook.remove({ params: { customerId } }),
    onSuccess: (_, customerId) => refresh(customerId),
  });
}

export function useRestoreCustomer(onRestored: (customer: Customer, message: string) => void) {
  const refresh = useRefreshCustomers();
  return useMutation({
    mutationFn: (customerId: string) => pickAnswer(api.told.phoneBook.restore({ params: { customerId } }), ({ customer }) => customer),
    // Here, not at the call: who asked may have left the screen.
    onSuccess: ({ answer, message }) => {
      refresh();
      onRestored(answer, message);
    },
  });
}

export function useSetConsent(customerId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { channel: ConsentChannel; state: ConsentState }) =>
      pickAnswer(api.told.phoneBook.setConsent({ params: { customerId }, body }), ({ consents }) => consents),
    onSuccess: ({ answer }) => {
      client.setQueryData(customerQuery(customerId).queryKey, (old) => old && { ...old, consents: answer });
      void client.invalidateQueries({ queryKey: customerKeys.reach(customerId) });
      void client.invalidateQueries({ queryKey: customerKeys.timeline(customerId) });
    },
  });
}
