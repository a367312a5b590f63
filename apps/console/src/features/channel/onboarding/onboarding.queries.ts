import { ApiError } from '@parley/client';
import type { Onboarding } from '@parley/contract';
import { keepPreviousData, type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { onboardingPage } from './onboarding.search.ts';

export const onboardingKeys = { all: ['onboardings'] as const, one: (id: string) => ['onboardings', id] as const };

export const onboardingListQuery = (from: number) =>
  queryOptions({
    queryKey: [...onboardingKeys.all, 'list', from],
    queryFn: ({ signal }) => api.onboardings.list({ query: { from, perPage: onboardingPage } }, { signal }),
  });

const isBusy = ({ steps, numbers }: Onboarding) =>
  [...steps, ...numbers.flatMap((number) => number.steps)].some(({ state }) => state === 'RUNNING') ||
  numbers.some(({ isConnected, steps: own }) => !isConnected && own.some(({ step, state }) => step === 'callbacks' && state === 'DONE'));

/** While the provider works, and while a message is waited for, it changes by itself. */
export const onboardingQuery = (id: string) =>
  queryOptions({
    queryKey: onboardingKeys.one(id),
    queryFn: ({ signal }) => api.onboardings.get({ params: { onboardingId: id } }, { signal }),
    refetchInterval: ({ state: { data } }) => (data && isBusy(data) ? 2000 : 20_000),
    meta: { isQuiet: true },
  });

/** The dialog's address holds for an hour; it is asked for before anybody presses, since a window opens at the press or not at all. */
export const partnerQuery = (id: string) =>
  queryOptions({
    queryKey: [...onboardingKeys.one(id), 'partner'],
    queryFn: ({ signal }) => api.onboardings.details({ query: { onboardingId: id } }, { signal }),
    staleTime: 20 * 60_000,
    refetchInterval: 20 * 60_000,
    meta: { isQuiet: true },
  });

/** A question that finds the sign-in ended: the steps say so at once. */
async function ask<T>(client: QueryClient, id: string, asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'onboarding.signed_out')
      void client.invalidateQueries({ queryKey: onboardingKeys.one(id), exact: true });
    throw error;
  }
}

/** Asked anew with each revision: what the provider answers depends on the steps. The last answer stays until then, and what is typed beside it. */
export const permissionsQuery = (id: string, revision: number) =>
  queryOptions({
    queryKey: [...onboardingKeys.one(id), 'permissions', revision],
    queryFn: ({ signal, client }) => ask(client, id, api.onboardings.permissions({ query: { onboardingId: id } }, { signal })),
    placeholderData: keepPreviousData,
    meta: { isQuiet: true },
    retry: false,
  });
export const accountsQuery = (id: string, revision: number) =>
  queryOptions({
    queryKey: [...onboardingKeys.one(id), 'accounts', revision],
    queryFn: ({ signal, client }) => ask(client, id, api.onboardings.accounts({ query: { onboardingId: id } }, { signal })),
    placeholderData: keepPreviousData,
    meta: { isQuiet: true },
    retry: false,
  });
export const numbersQuery = (id: string, revision: number) =>
  queryOptions({
    queryKey: [...onboardingKeys.one(id), 'numbers', revision],
    queryFn: ({ signal, client }) => ask(client, id, api.onboardings.numbers({ query: { onboardingId: id } }, { signal })),
    placeholderData: keepPreviousData,
    meta: { isQuiet: true },
    retry: false,
  });
export const checksQuery = (id: string, phoneNumberId: string, revision: number) =>
  queryOptions({
    queryKey: [...onboardingKeys.one(id), 'checks', phoneNumberId, revision],
    queryFn: ({ signal, client }) =>
      ask(client, id, api.onboardings.checks({ params: { onboardingId: id }, query: { phoneNumberId } }, { signal })),
    placeholderData: keepPreviousData,
    meta: { isQuiet: true },
    retry: false,
  });

export function useStartOnboarding() {
  const client = useQueryClient();
  return useMutation({
    meta: { isQuiet: true },
    mutationFn: (body: { environment: 'sandbox' | 'production'; requestKey: string }) => api.onboardings.start({ body }),
    onSuccess: (onboarding) => client.setQueryData(onboardingKeys.one(onboarding.id), onboarding),
    onSettled: () => client.invalidateQueries({ queryKey: [...onboardingKeys.all, 'list'] }),
  });
}

export function useDiscardOnboarding() {
  const client = useQueryClient();
  return useMutation({
    meta: { isQuiet: true },
    mutationFn: (id: string) => api.onboardings.remove({ params: { onboardingId: id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: [...onboardingKeys.all, 'list'] }),
  });
}

/** Does one step with the revision that is shown, and shows what it has become; after a refusal it is read anew. */
export function useStep({ id, revision }: Onboarding) {
  const client = useQueryClient();
  return useMutation({
    meta: { isQuiet: true },
    mutationFn: (work: (known: { onboardingId: string; revision: number }) => Promise<Onboarding>) => work({ onboardingId: id, revision }),
    onSuccess: (onboarding) => client.setQueryData(onboardingKeys.one(id), onboarding),
    onError: () => client.invalidateQueries({ queryKey: onboardingKeys.one(id), exact: true }),
    onSettled: () => client.invalidateQueries({ queryKey: [...onboardingKeys.all, 'list'] }),
  });
}
/** A step's own part of it: whether it is under way. */
export type Step = Pick<ReturnType<typeof useStep>, 'mutate'> & { isPending: boolean };
