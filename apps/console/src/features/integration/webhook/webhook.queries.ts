import type { WebhookSave } from '@parley/contract';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { deliveriesPage, type LogCalls, type LogSearch } from '../shared/delivery-log.tsx';

const lookMs = 5000;

export const webhooksQuery = queryOptions({
  queryKey: ['webhooks', 'list'],
  queryFn: async ({ signal }) => (await api.webhooks.list({}, { signal })).webhooks,
});

/** Deliveries of a webhook; refetched while any is waiting. */
const deliveriesQuery = (webhookId: string, { state, from }: LogSearch) =>
  queryOptions({
    queryKey: ['webhooks', 'log', webhookId, state, from],
    queryFn: ({ signal }) =>
      api.webhooks.deliveries({ params: { webhookId }, query: { state, from, perPage: deliveriesPage } }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data?.deliveries.some((delivery) => delivery.state === 'WAITING') ? lookMs : false),
  });

const deliveryQuery = (webhookId: string, deliveryId: string) =>
  queryOptions({
    queryKey: ['webhooks', 'delivery', webhookId, deliveryId],
    queryFn: ({ signal }) => api.webhooks.delivery({ params: { webhookId, deliveryId } }, { signal }),
  });

function useWebhookMutation<I, A>(mutationFn: (input: I) => Promise<A>) {
  const client = useQueryClient();
  return useMutation({ meta: { isQuiet: true }, mutationFn, onSuccess: () => client.invalidateQueries({ queryKey: ['webhooks'] }) });
}

export const useCreateWebhook = () => useWebhookMutation((body: WebhookSave) => api.webhooks.create({ body }));
export const useUpdateWebhook = () =>
  useWebhookMutation(({ id, version, ...body }: WebhookSave & { id: string; version: number }) =>
    api.webhooks.update({ params: { webhookId: id }, body: { ...body, version } }),
  );
export const useRemoveWebhook = () => useWebhookMutation((webhookId: string) => api.told.webhooks.remove({ params: { webhookId } }));
export const useRotateSecret = () => useWebhookMutation((webhookId: string) => api.webhooks.rotateSecret({ params: { webhookId } }));
export const useTestWebhook = () => useWebhookMutation((webhookId: string) => api.webhooks.test({ params: { webhookId } }));
const useRedeliver = (webhookId: string) =>
  useWebhookMutation((deliveryId?: string) =>
    api.webhooks.redeliver({ params: { webhookId }, body: deliveryId === undefined ? {} : { deliveryId } }),
  );

/** The log of a webhook. */
export const webhookLog: LogCalls = { list: deliveriesQuery, one: deliveryQuery, useRedeliver };
