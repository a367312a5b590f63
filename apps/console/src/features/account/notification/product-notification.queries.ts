import type { ListedKind, Notification } from '@parley/contract';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api } from '../../../lib/api.ts';
import { isOwnPath } from '../../../lib/own-path.ts';
import type { NotificationSearch } from './notification.search.ts';

const keys = { all: ['product-notifications'] as const, list: (unreadOnly: boolean) => [...keys.all, unreadOnly] as const };

export const productNotificationsQuery = (unreadOnly: boolean) =>
  queryOptions({
    queryKey: keys.list(unreadOnly),
    queryFn: ({ signal }) => api.notifications.list({ query: { from: 0, perPage: 30, unreadOnly } }, { signal }),
    staleTime: 30_000,
    meta: { isQuiet: true },
  });

export const notificationPage = 25;

/** A page of the list, narrowed by its address. */
export const notificationPageQuery = (search: Omit<NotificationSearch, 'kind'> & { kind: ListedKind | '' }) =>
  queryOptions({
    queryKey: [...keys.all, 'page', search],
    queryFn: ({ signal }) =>
      api.notifications.list(
        { query: { from: search.from, perPage: notificationPage, kind: search.kind, unreadOnly: search.unread } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });

/** Marks those that are given, or those that lead to an address; with an empty list all are marked. */
export function useMarkRead() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (which: string[] | { link: string }) =>
      api.notifications.markRead({ body: Array.isArray(which) ? { ids: which } : { ids: [], link: which.link } }),
    onSettled: () => client.invalidateQueries({ queryKey: keys.all }),
  });
}

/** Marks a notification as read, and goes where it leads. */
export function useOpenNotification(): (notification: Notification) => void {
  const navigate = useNavigate();
  const { mutate } = useMarkRead();
  return ({ id, isRead, link }) => {
    if (!isRead) mutate([id]);
    if (isOwnPath(link)) void navigate({ href: link } as Parameters<typeof navigate>[0]);
  };
}

export const productNotificationKeys = keys;
