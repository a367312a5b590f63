import type { ChatLabel } from '@parley/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../../lib/api.ts';

/** Labels of a department in their order, retired ones too. @param deptId '': those of the enterprise */
export const labelsQuery = (deptId: string) =>
  queryOptions({
    queryKey: ['chat-labels', deptId],
    queryFn: ({ signal }) => api.chatLabels.list({ query: { deptId: deptId as '' } }, { signal }),
  });

export type LabelDraft = Pick<ChatLabel, 'name' | 'colour' | 'isActive'>;
type LabelSave = LabelDraft & { id?: string; version?: number };

function useLabelMutation<I, A>(deptId: string, mutationFn: (input: I) => Promise<A>) {
  const client = useQueryClient();
  return useMutation({
    meta: { isQuiet: true },
    mutationFn,
    onSettled: () => client.invalidateQueries({ queryKey: labelsQuery(deptId).queryKey }),
  });
}

export const useSaveLabel = (deptId: string) =>
  useLabelMutation(deptId, ({ id, version, ...body }: LabelSave) =>
    id === undefined || version === undefined
      ? api.chatLabels.create({ body: { ...body, deptId: deptId as '' } })
      : api.chatLabels.update({ params: { configId: id }, body: { ...body, version } }),
  );
export const useRemoveLabel = (deptId: string) =>
  useLabelMutation(deptId, (configId: string) => api.chatLabels.remove({ params: { configId } }));

/** The row moves at once; the orders travel one after the other, and only the last one reads the list again. */
export function useOrderLabels(deptId: string) {
  const client = useQueryClient();
  const { queryKey } = labelsQuery(deptId);
  const mutationKey = ['chat-labels', 'order', deptId];
  return useMutation({
    mutationKey,
    scope: { id: `chat-labels-order ${deptId}` },
    meta: { isQuiet: true },
    mutationFn: (ids: string[]) => api.chatLabels.saveOrder({ body: { deptId: deptId as '', ids } }),
    onMutate: (ids) => {
      void client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, (old) => old && ids.flatMap((id) => old.find((label) => label.id === id) ?? []));
    },
    onSettled: () => {
      if (client.isMutating({ mutationKey }) === 1) void client.invalidateQueries({ queryKey });
    },
  });
}
