import type { ApiKeyAdd } from '@parley/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';

export const apiKeysQuery = queryOptions({
  queryKey: ['api-keys'],
  queryFn: async ({ signal }) => (await api.apiKeys.getAll({}, { signal })).keys,
});

function useKeyMutation<I, A>(mutationFn: (input: I) => Promise<A>) {
  const client = useQueryClient();
  return useMutation({ meta: { isQuiet: true }, mutationFn, onSuccess: () => client.invalidateQueries({ queryKey: ['api-keys'] }) });
}
export const useAddKey = () => useKeyMutation((body: ApiKeyAdd) => api.apiKeys.add({ body }));
export const useRemoveKey = () => useKeyMutation((keyId: string) => api.told.apiKeys.remove({ params: { keyId } }));
