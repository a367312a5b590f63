import type { QuickReply } from '@parley/contract';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../../lib/api.ts';
import { quickReplyKeys } from '../../shared/quick-replies.ts';

export const quickRepliesPage = 25;

/** A page of the quick replies of a department. @param deptId '': those of all departments */
export const quickRepliesQuery = (deptId: string, search: string, from: number) =>
  queryOptions({
    queryKey: quickReplyKeys.page(deptId, search, from),
    queryFn: ({ signal }) =>
      api.quickReplies.list({ query: { deptId: deptId as '', search, from, perPage: quickRepliesPage } }, { signal }),
    placeholderData: keepPreviousData,
  });

export const quickReplyQuery = (replyId: string) =>
  queryOptions({
    queryKey: quickReplyKeys.one(replyId),
    queryFn: ({ signal }) => api.quickReplies.get({ params: { replyId } }, { signal }),
    meta: { isQuiet: true },
  });

export type QuickReplyDraft = Pick<QuickReply, 'shortcut' | 'text' | 'textHi'>;

function useQuickReplyMutation<I, A>(mutationFn: (input: I) => Promise<A>) {
  const client = useQueryClient();
  return useMutation({
    meta: { isQuiet: true },
    mutationFn,
    onSettled: () => client.invalidateQueries({ queryKey: quickReplyKeys.all }),
  });
}

export const useSaveQuickReply = (deptId: string) =>
  useQuickReplyMutation(({ id, version, ...body }: QuickReplyDraft & { id?: string; version?: number }) =>
    id === undefined || version === undefined
      ? api.quickReplies.create({ body: { ...body, deptId: deptId as '' } })
      : api.quickReplies.update({ params: { replyId: id }, body: { ...body, version } }),
  );

export const useRemoveQuickReply = () => useQuickReplyMutation((replyId: string) => api.quickReplies.remove({ params: { replyId } }));

export const useImportQuickReplies = (deptId: string) =>
  useQuickReplyMutation((csv: string) => api.quickReplies.import({ body: { csv, deptId: deptId as '' } }));
