import type { ClockPolicy, ClockPolicySave } from '@parley/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../../lib/api.ts';

/** The policies of clocks in their order. */
export const policiesQuery = queryOptions({
  queryKey: ['clock-policies'],
  queryFn: async ({ signal }) => (await api.clockPolicies.list({ signal })).policies,
});

export const policyQuery = (policyId: string) =>
  queryOptions({
    queryKey: ['clock-policies', policyId],
    queryFn: ({ signal }) => api.clockPolicies.get({ params: { policyId } }, { signal }),
  });

/** Groups of customers whose name has these words. */
export const policyGroupsQuery = (search: string) =>
  queryOptions({
    queryKey: ['clock-policy-groups', search],
    queryFn: async ({ signal }) => (await api.clockPolicies.groups({ query: { search } }, { signal })).groups,
  });

export type PolicyDraft = ClockPolicySave;
type PolicySave = PolicyDraft & { id?: string; version?: number };

function usePolicyMutation<I, A>(mutationFn: (input: I) => Promise<A>) {
  const client = useQueryClient();
  return useMutation({
    meta: { isQuiet: true },
    mutationFn,
    onSettled: () => client.invalidateQueries({ queryKey: policiesQuery.queryKey }),
  });
}

export const useSavePolicy = () =>
  usePolicyMutation(({ id, version, ...draft }: PolicySave) => {
    const body = { ...draft, deptId: draft.deptId as '', groupId: draft.groupId as '', actDeptId: draft.actDeptId as '' };
    return id === undefined || version === undefined
      ? api.clockPolicies.create({ body })
      : api.clockPolicies.update({ params: { policyId: id }, body: { ...body, version } });
  });
export const useRemovePolicy = () => usePolicyMutation((policyId: string) => api.clockPolicies.remove({ params: { policyId } }));

/** The row moves at once; the orders travel one after the other, and only the last one reads the list again. */
export function useOrderPolicies() {
  const client = useQueryClient();
  const { queryKey } = policiesQuery;
  const mutationKey = ['clock-policies', 'order'];
  return useMutation({
    mutationKey,
    scope: { id: 'clock-policies-order' },
    meta: { isQuiet: true },
    mutationFn: (ids: string[]) => api.clockPolicies.saveOrder({ body: { ids } }),
    onMutate: (ids) => {
      void client.cancelQueries({ queryKey, exact: true });
      client.setQueryData(queryKey, (old: ClockPolicy[] | undefined) => old && ids.flatMap((id) => old.find((one) => one.id === id) ?? []));
    },
    onSettled: () => {
      if (client.isMutating({ mutationKey }) === 1) void client.invalidateQueries({ queryKey });
    },
  });
}
