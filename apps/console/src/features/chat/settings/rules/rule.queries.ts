import type { ChatRule, ChatRuleSave } from '@parley/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../../lib/api.ts';

/** The rules of chats in their order. */
export const rulesQuery = queryOptions({
  queryKey: ['chat-rules'],
  queryFn: async ({ signal }) => (await api.chatRules.list({ signal })).rules,
});

export const ruleQuery = (chatRuleId: string) =>
  queryOptions({
    queryKey: ['chat-rules', chatRuleId],
    queryFn: ({ signal }) => api.chatRules.get({ params: { chatRuleId } }, { signal }),
  });

/** Records that conditions and acts may name; groups whose name has these words. */
export const ruleChoicesQuery = (search: string) =>
  queryOptions({
    queryKey: ['chat-rule-choices', search],
    queryFn: ({ signal }) => api.chatRules.choices({ query: { search } }, { signal }),
  });

type RuleSave = ChatRuleSave & { id?: string; version?: number };

function useRuleMutation<I, A>(mutationFn: (input: I) => Promise<A>) {
  const client = useQueryClient();
  return useMutation({
    meta: { isQuiet: true },
    mutationFn,
    onSettled: () => client.invalidateQueries({ queryKey: rulesQuery.queryKey }),
  });
}

export const useSaveRule = () =>
  useRuleMutation(({ id, version, deptId, ...rest }: RuleSave) => {
    const body = { ...rest, deptId: deptId as '' };
    return id === undefined || version === undefined
      ? api.chatRules.create({ body })
      : api.chatRules.update({ params: { chatRuleId: id }, body: { ...body, version } });
  });
export const useRemoveRule = () => useRuleMutation((chatRuleId: string) => api.chatRules.remove({ params: { chatRuleId } }));

export const useTryRules = () =>
  useMutation({
    meta: { isQuiet: true },
    mutationFn: async (chatNumber: string) => (await api.chatRules.trial({ query: { chatNumber } })).trials,
  });

/** The row moves at once; the orders travel one after the other, and only the last one reads the list again. */
export function useOrderRules() {
  const client = useQueryClient();
  const { queryKey } = rulesQuery;
  const mutationKey = ['chat-rules', 'order'];
  return useMutation({
    mutationKey,
    scope: { id: 'chat-rules-order' },
    meta: { isQuiet: true },
    mutationFn: (ids: string[]) => api.chatRules.saveOrder({ body: { ids } }),
    onMutate: (ids) => {
      void client.cancelQueries({ queryKey, exact: true });
      client.setQueryData(queryKey, (old: ChatRule[] | undefined) => old && ids.flatMap((id) => old.find((one) => one.id === id) ?? []));
    },
    onSettled: () => {
      if (client.isMutating({ mutationKey }) === 1) void client.invalidateQueries({ queryKey });
    },
  });
}
