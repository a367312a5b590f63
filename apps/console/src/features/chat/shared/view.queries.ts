import type { ChatView, ChatViewFilter, ChatViewScope } from '@parley/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import type { ChatSearch } from './chat.search.ts';

/** Saved views of the inbox: the own ones, those of the user's departments, and those of all. */
export const viewsQuery = queryOptions({
  queryKey: ['chat-views'],
  queryFn: ({ signal }) => api.chatViews.list({ signal }),
  staleTime: 60_000,
  meta: { isQuiet: true },
});

export const viewQuery = (viewId: string) =>
  queryOptions({
    queryKey: ['chat-views', viewId],
    queryFn: ({ signal }) => api.chatViews.get({ params: { viewId } }, { signal }),
    meta: { isQuiet: true },
  });

/** Search parameters of the conversation that show a view. */
export const searchOfView = ({ id, filter: { channel, priority, ...filter } }: ChatView): Omit<ChatSearch, 'chatId' | 'choose'> => ({
  view: id,
  channel: channel ?? undefined,
  priority: priority ?? undefined,
  ...filter,
});

/** Filters of the address as a view keeps them; undefined for the mentions, which are no chats. */
export function filterOf({
  tab,
  text,
  channel,
  priority,
  sort,
  label,
  department,
  unread,
  waiting,
}: ChatSearch): ChatViewFilter | undefined {
  if (tab === 'mentions') return undefined;
  return { tab, sort, text: text.trim(), channel: channel ?? null, label, department, priority: priority ?? null, unread, waiting };
}

function useViewMutation<I, A>(mutationFn: (input: I) => Promise<A>) {
  const client = useQueryClient();
  return useMutation({
    meta: { isQuiet: true },
    mutationFn,
    onSettled: () => client.invalidateQueries({ queryKey: viewsQuery.queryKey }),
  });
}

export type ViewBody = { name: string; filter: ChatViewFilter; scope: ChatViewScope; deptId: string };

export const useSaveView = () =>
  useViewMutation(({ id, version, scope, deptId, ...body }: ViewBody & { id?: string; version?: number }) =>
    id === undefined || version === undefined
      ? api.chatViews.create({ body: { ...body, scope, deptId: deptId as '' } })
      : api.chatViews.update({ params: { viewId: id }, body: { ...body, version } }),
  );

export const useRemoveView = () => useViewMutation((viewId: string) => api.chatViews.remove({ params: { viewId } }));

export const useOrderViews = () =>
  useViewMutation(({ scope, deptId, ids }: Pick<ChatView, 'scope' | 'deptId'> & { ids: string[] }) =>
    api.chatViews.saveOrder({ body: { scope, deptId: deptId as '', ids } }),
  );
