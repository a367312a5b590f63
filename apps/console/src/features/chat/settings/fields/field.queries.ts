import type { ChatField } from '@parley/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../../lib/api.ts';

/** Fields of the chats of a department in their order, retired ones too. @param deptId '': those of all departments */
export const fieldsQuery = (deptId: string) =>
  queryOptions({
    queryKey: ['chat-fields', deptId],
    queryFn: ({ signal }) => api.chatFields.list({ query: { deptId: deptId as '' } }, { signal }),
  });

export const fieldQuery = (fieldId: string) =>
  queryOptions({
    queryKey: ['chat-fields', 'one', fieldId],
    queryFn: ({ signal }) => api.chatFields.get({ params: { fieldId } }, { signal }),
    meta: { isQuiet: true },
  });

export type FieldBody = Pick<ChatField, 'name' | 'kind' | 'options' | 'isRequired' | 'isActive'>;

function useFieldMutation<I, A>(deptId: string, mutationFn: (input: I) => Promise<A>) {
  const client = useQueryClient();
  return useMutation({
    meta: { isQuiet: true },
    mutationFn,
    onSettled: () => client.invalidateQueries({ queryKey: fieldsQuery(deptId).queryKey }),
  });
}

export const useSaveField = (deptId: string) =>
  useFieldMutation(deptId, ({ id, version, kind, ...body }: FieldBody & { id?: string; version?: number }) =>
    id === undefined || version === undefined
      ? api.chatFields.create({ body: { ...body, kind, deptId: deptId as '' } })
      : api.chatFields.update({ params: { fieldId: id }, body: { ...body, version } }),
  );
export const useRemoveField = (deptId: string) =>
  useFieldMutation(deptId, (fieldId: string) => api.chatFields.remove({ params: { fieldId } }));

/** The row moves at once; the orders travel one after the other, and only the last one reads the list again. */
export function useOrderFields(deptId: string) {
  const client = useQueryClient();
  const { queryKey } = fieldsQuery(deptId);
  const mutationKey = ['chat-fields', 'order', deptId];
  return useMutation({
    mutationKey,
    scope: { id: `chat-fields-order ${deptId}` },
    meta: { isQuiet: true },
    mutationFn: (ids: string[]) => api.chatFields.saveOrder({ body: { deptId: deptId as '', ids } }),
    onMutate: (ids) => {
      void client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, (old: ChatField[] | undefined) => old && ids.flatMap((id) => old.find((one) => one.id === id) ?? []));
    },
    onSettled: () => {
      if (client.isMutating({ mutationKey }) === 1) void client.invalidateQueries({ queryKey });
    },
  });
}
