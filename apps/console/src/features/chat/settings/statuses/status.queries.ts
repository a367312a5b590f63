import type { AgentStatusKind } from '@parley/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../../lib/api.ts';
import { statusKindsQuery } from '../../shared/own-status.ts';

export type StatusDraft = Pick<AgentStatusKind, 'name' | 'nameHi' | 'colour' | 'base' | 'isRouted' | 'deptIds' | 'isActive'>;
type StatusSave = StatusDraft & { id?: string; version?: number };

const { queryKey } = statusKindsQuery;

function useStatusMutation<I, A>(mutationFn: (input: I) => Promise<A>) {
  const client = useQueryClient();
  return useMutation({ meta: { isQuiet: true }, mutationFn, onSettled: () => client.invalidateQueries({ queryKey }) });
}

export const useSaveStatus = () =>
  useStatusMutation(({ id, version, name, nameHi, colour, base, isRouted, deptIds, isActive }: StatusSave) =>
    id === undefined || version === undefined
      ? api.agentStatuses.create({ body: { name, nameHi, colour, base, isRouted, deptIds } })
      : api.agentStatuses.update({ params: { statusId: id }, body: { name, nameHi, colour, deptIds, isActive, version } }),
  );
export const useRemoveStatus = () => useStatusMutation((statusId: string) => api.agentStatuses.remove({ params: { statusId } }));

/** The row moves at once; the orders travel one after the other, and only the last one reads the list again. */
export function useOrderStatuses() {
  const client = useQueryClient();
  const mutationKey = [...queryKey, 'order'];
  return useMutation({
    mutationKey,
    scope: { id: 'agent-statuses-order' },
    meta: { isQuiet: true },
    mutationFn: (ids: string[]) => api.agentStatuses.saveOrder({ body: { ids } }),
    onMutate: (ids) => {
      void client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, (old) => old && ids.flatMap((id) => old.find((kind) => kind.id === id) ?? []));
    },
    onSettled: () => {
      if (client.isMutating({ mutationKey }) === 1) void client.invalidateQueries({ queryKey });
    },
  });
}
