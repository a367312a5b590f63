import type { ApiKeyAdd } from '@parley/contract';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, withMessage } from '../../../lib/api.ts';

export const apiKeysQuery = queryOptions({
  queryKey: ['api-keys'],
  queryFn: async ({ signal }) => (await api.apiKeys.getAll({}, { signal })).keys,
});

/** Channels that a key may be made for. */
export function useKeyChannels() {
  const { data } = useQuery({
    queryKey: ['channels', 'names'],
    queryFn: async ({ signal }) => (await api.channels.list({ query: { perPage: -1 } }, { signal })).channelConfig,
  });
  return (data ?? []).map(({ id, name }) => ({ value: id, label: name }));
}

function useKeyMutation<I, A>(mutationFn: (input: I) => Promise<A>) {
  const client = useQueryClient();
  return useMutation({ meta: { isQuiet: true }, mutationFn, onSuccess: () => client.invalidateQueries({ queryKey: ['api-keys'] }) });
}
export const useAddKey = () => useKeyMutation((body: ApiKeyAdd) => api.apiKeys.add({ body }));
export const useRemoveKey = () => useKeyMutation((keyId: string) => withMessage((call) => call.apiKeys.remove({ params: { keyId } })));
