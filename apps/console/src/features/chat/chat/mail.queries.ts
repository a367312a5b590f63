import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { chatKeys } from '../shared/chat.queries.ts';

/** Sender, own addresses and signature of the replies in a chat by mail. */
export const replyingMailQuery = (chatId: string) =>
  queryOptions({
    queryKey: [...chatKeys.mail(chatId), 'replying'],
    queryFn: ({ signal }) => api.mailReplies.get({ params: { chatId } }, { signal }),
    staleTime: 60_000,
    meta: { isQuiet: true },
  });
