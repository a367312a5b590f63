import { quickRepliesKept } from '@parley/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';

export const quickReplyKeys = {
  all: ['quick-replies'] as const,
  page: (deptId: string, search: string, from: number) => [...quickReplyKeys.all, 'page', deptId, search, from] as const,
  one: (replyId: string) => [...quickReplyKeys.all, 'one', replyId] as const,
  ofChat: (chatId: string, search: string) => [...quickReplyKeys.all, 'chat', chatId, search] as const,
};

const foundMost = 20;

/** Quick replies that a chat may use: without a search the most used, which stay here for a while. */
export const quickRepliesOfChat = (chatId: string, search: string) =>
  queryOptions({
    queryKey: quickReplyKeys.ofChat(chatId, search),
    queryFn: async ({ signal }) => {
      const perPage = search === '' ? quickRepliesKept : foundMost;
      return (await api.quickReplies.list({ query: { chatId: chatId as '', search, sort: 'used', perPage } }, { signal })).replies;
    },
    staleTime: 60_000,
    placeholderData: keepPreviousData,
    meta: { isQuiet: true },
  });
