import type { RelaySave } from '@parley/contract';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { deliveriesPage, type LogCalls } from '../shared/delivery-log.tsx';

const lookMs = 5000;

export const relaysQuery = queryOptions({
  queryKey: ['relays', 'list'],
  queryFn: async ({ signal }) => (await api.relays.list({}, { signal })).relays,
});

/** Address to which its replies are posted. */
export const relayAddressQuery = (id: string) =>
  queryOptions({
    queryKey: ['relays', 'address', id],
    queryFn: async ({ signal }) => (await api.relays.address({ query: { id } }, { signal })).url,
  });

function useRelayMutation<I, A>(mutationFn: (input: I) => Promise<A>) {
  const client = useQueryClient();
  return useMutation({ meta: { isQuiet: true }, mutationFn, onSuccess: () => client.invalidateQueries({ queryKey: ['relays'] }) });
}

export const useCreateRelay = () => useRelayMutation((body: RelaySave) => api.relays.create({ body }));
export const useUpdateRelay = () => useRelayMutation((body: RelaySave & { id: string; version: number }) => api.relays.update({ body }));
export const useRemoveRelay = () => useRelayMutation((id: string) => api.told.relays.remove({ query: { id } }));
export const useRotateRelaySecret = () => useRelayMutation((id: string) => api.relays.rotateSecret({ body: { id } }));
export const useTestRelay = () => useRelayMutation((id: string) => api.relays.test({ body: { id } }));

/** The log of a bridge; while something waits it is looked at again. */
export const relayLog: LogCalls = {
  list: (id, { state, from }) =>
    queryOptions({
      queryKey: ['relays', 'log', id, state, from],
      queryFn: ({ signal }) => api.relays.deliveries({ query: { id, state, from, perPage: deliveriesPage } }, { signal }),
      placeholderData: keepPreviousData,
      refetchInterval: ({ state: { data } }) => (data?.deliveries.some((delivery) => delivery.state === 'WAITING') ? lookMs : false),
    }),
  one: (id, deliveryId) =>
    queryOptions({
      queryKey: ['relays', 'delivery', id, deliveryId],
      queryFn: ({ signal }) => api.relays.delivery({ query: { id, deliveryId } }, { signal }),
    }),
  useRedeliver: (id) =>
    useRelayMutation((deliveryId?: string) => api.relays.redeliver({ body: deliveryId === undefined ? { id } : { id, deliveryId } })),
};
