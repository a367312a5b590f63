import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { chatKeys } from '../shared/chat.queries.ts';

/** Sender, own addresses and signature of the replies in a chat by mail. @property answers number of the mail for whose recipients names are asked */
export const replyingMailQuery = (chatId: string, answers?: number) =>
  queryOptions({
    queryKey: [...chatKeys.mail(chatId), 'replying', answers ?? 0],
    queryFn: ({ signal }) => api.mailReplies.get({ params: { chatId }, query: { answers } }, { signal }),
    staleTime: 60_000,
    meta: { isQuiet: true },
  });
