import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import type { ServiceBody } from './service-draft.ts';

export const servicesPage = 25;

export const servicesQuery = ({ name, type, from }: { name: string; type: number; from: number }) =>
  queryOptions({
    queryKey: ['services', 'list', name, type, from],
    queryFn: ({ signal }) =>
      api.integrations.list({ query: { name, from, perPage: servicesPage, ...(type === 0 ? {} : { authType: type }) } }, { signal }),
    placeholderData: keepPreviousData,
  });

export const serviceQuery = (integrationId: string) =>
  queryOptions({
    queryKey: ['services', 'one', integrationId],
    queryFn: ({ signal }) => api.integrations.get({ params: { integrationId } }, { signal }),
  });

function useServiceMutation<I, A>(mutationFn: (input: I) => Promise<A>) {
  const client = useQueryClient();
  return useMutation({
    meta: { isQuiet: true },
    mutationFn,
    // The list shows the outcome of the test, good or bad.
    onSettled: () => client.invalidateQueries({ queryKey: ['services'] }),
  });
}

export const useCreateService = () => useServiceMutation((body: ServiceBody) => api.integrations.create({ body }));
export const useUpdateService = () =>
  useServiceMutation(({ id, version, ...body }: ServiceBody & { id: string; version: number }) =>
    api.integrations.update({ params: { integrationId: id }, body: { ...body, version } }),
  );
export const useTestService = () =>
  useServiceMutation(({ id, body }: { id: string | undefined; body: ServiceBody }) =>
    api.integrations.test({ body: { ...body, ...(id === undefined ? {} : { id }) } }),
  );
export const useRemoveService = () =>
  useServiceMutation((integrationId: string) => api.told.integrations.remove({ params: { integrationId } }));
export const useAskDatabase = (integrationId: string) =>
  useServiceMutation((query: { sql: string; params: string[] }) => api.integrations.query({ params: { integrationId }, body: query }));
