import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';

const keys = { all: ['product-notifications'] as const, list: (unreadOnly: boolean) => [...keys.all, unreadOnly] as const };

export const productNotificationsQuery = (unreadOnly: boolean) =>
  queryOptions({
    queryKey: keys.list(unreadOnly),
    queryFn: ({ signal }) => api.notifications.list({ query: { from: 0, perPage: 30, unreadOnly } }, { signal }),
    staleTime: 30_000,
    meta: { isQuiet: true },
  });

/** With an empty list all are marked. */
export function useMarkRead() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (ids: string[]) => api.notifications.markRead({ body: { ids } }),
    onSettled: () => client.invalidateQueries({ queryKey: keys.all }),
  });
}

export const productNotificationKeys = keys;
