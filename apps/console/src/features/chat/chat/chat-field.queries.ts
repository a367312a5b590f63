import type { ChatDetail } from '@parley/contract';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { chatKeys } from '../shared/chat.queries.ts';

type Chat = Pick<ChatDetail, 'chatId' | 'deptId' | 'sides'>;

/** The fields of a chat with their values: read anew when a line of its second record says that somebody has changed some. */
export const chatFieldsQuery = ({ chatId, deptId, sides }: Chat) =>
  queryOptions({
    queryKey: [...chatKeys.all, 'fields', chatId, deptId, sides.findLast(({ act }) => act?.act === 'fields')?.number ?? 0],
    queryFn: ({ signal }) => api.chatFields.ofChat({ params: { chatId } }, { signal }),
    staleTime: 60_000,
    placeholderData: keepPreviousData,
    meta: { isQuiet: true },
  });

export function useSaveFields(chat: Chat) {
  const client = useQueryClient();
  const { chatId } = chat;
  return useMutation({
    mutationFn: (values: Record<string, string>) => api.chatFields.saveOfChat({ params: { chatId }, body: { values } }),
    onSuccess: (fields) => client.setQueryData(chatFieldsQuery(chat).queryKey, fields),
    meta: { isQuiet: true },
  });
}
